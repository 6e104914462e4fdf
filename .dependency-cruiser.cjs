/**
 * Who may import whom: the layers of docs/ARCHITECTURE.md. Imports of types count here, since a type ties two layers
 * together as firmly as a value does. What runs inside a workflow is the matter of .dependency-cruiser.determinism.cjs.
 */

/** Layers that nothing else may lean on: they put the others together. */
const OUTERMOST = 'process|cli|lab|console|test';

/** Packages that compute and do nothing else: no network, no files, no clock of their own. */
const PURE_PACKAGES = [
  'zod',
  'decimal.js',
  'currency-codes',
  'i18n-iso-countries',
  'countries-list',
  'ibantools',
  'ipaddr.js',
  'canonicalize',
  'date-holidays',
  'lru-cache',
  'mnemonist',
  'transliteration',
].join('|');

/** The layers, as a pattern over paths. */
const layers = (...names) => `^(${names.join('|')})/`;

/** The rules of the business: domain/ without the two layers inside it. */
const RULES = '^domain/(?!facts/|documents/layout/)';

/** The layer inside domain/ that lays out trade documents. */
const DOCUMENTS = 'domain/documents/layout';

/** The modules that talk to Temporal, one by concept, and the contract that they share with workflows. */
const WORKFLOW_DOOR = '^workflows/(client/[a-z-]+|contract)\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'domain-stands-alone',
      comment: 'The rules of the business import no other layer but the facts of the world.',
      severity: 'error',
      from: { path: RULES },
      to: { path: layers('lib', DOCUMENTS, 'db', 'importers', 'workflows', 'activities', 'api', OUTERMOST) },
    },
    {
      name: 'domain-is-pure',
      comment: 'The rules of the business use pure packages only, and of Node nothing but hashing.',
      severity: 'error',
      from: { path: RULES },
      to: {
        dependencyTypesNot: ['local'],
        pathNot: [`(^|node_modules/)(${PURE_PACKAGES})(/|$)`, '^(node:)?crypto$', layers('domain')],
      },
    },
    {
      name: 'facts-stand-alone',
      comment: 'Facts of the world are data: they import nothing but the schema that they are read by.',
      severity: 'error',
      from: { path: layers('domain/facts') },
      to: { pathNot: [layers('domain/facts'), '(^|node_modules/)zod(/|$)'] },
    },
    {
      name: 'lib-knows-errors-only',
      comment: 'Building blocks know nothing of the product but its errors and ids.',
      severity: 'error',
      from: { path: layers('lib') },
      to: {
        path: layers('domain', 'db', 'workflows', 'activities', 'api', OUTERMOST),
        pathNot: '^domain/(errors|ids)\\.ts$',
      },
    },
    {
      name: 'documents-know-domain-only',
      comment:
        'A document is laid out from its data alone: domain/documents/layout/ imports domain/ and lib/, and reads its own files.',
      severity: 'error',
      from: { path: layers(DOCUMENTS) },
      to: {
        path: [
          layers('db', 'importers', 'workflows', 'activities', 'api', OUTERMOST),
          '^(node:)?(https?|net|tls|dns)$',
        ],
      },
    },
    {
      name: 'db-knows-domain-only',
      comment: 'Postgres is used by every layer and uses none: db/ imports domain/ and lib/ alone.',
      severity: 'error',
      from: { path: layers('db') },
      to: { path: layers(DOCUMENTS, 'importers', 'workflows', 'activities', 'api', OUTERMOST) },
    },
    {
      name: 'importers-know-domain-only',
      comment: 'Importers read files and return rows as data: they import domain/ alone.',
      severity: 'error',
      from: { path: layers('importers') },
      to: { path: layers(DOCUMENTS, 'db', 'workflows', 'activities', 'api', OUTERMOST) },
    },
    {
      name: 'workflows-take-types-of-activities',
      comment: 'Of activities a workflow sees the types; their code must never be in its bundle.',
      severity: 'error',
      from: { path: layers('workflows') },
      to: { path: layers('activities'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflows-know-domain-only',
      comment: 'Workflows import domain/ and the types of activities/, nothing else.',
      severity: 'error',
      from: { path: layers('workflows') },
      to: { path: layers('lib', DOCUMENTS, 'db', 'importers', 'api', OUTERMOST) },
    },
    {
      name: 'activities-know-the-door',
      comment: 'Activities import db/, importers/, domain/, lib/ and, of workflows/, contract.ts and client/.',
      severity: 'error',
      from: { path: layers('activities') },
      to: { path: layers('api', 'workflows', OUTERMOST), pathNot: WORKFLOW_DOOR },
    },
    {
      name: 'api-knows-the-door',
      comment: 'The API imports db/, domain/, lib/ and, of workflows/, contract.ts and client/.',
      severity: 'error',
      from: { path: layers('api') },
      to: { path: layers('activities', 'importers', 'workflows', OUTERMOST), pathNot: WORKFLOW_DOOR },
    },
    {
      name: 'clients-behind-the-door',
      comment:
        'The clients of the SDK are for workflows/client/; other layers call its functions. A test may look behind them.',
      severity: 'error',
      from: { pathNot: ['^workflows/client/', '^test/'] },
      to: { path: '^workflows/client/clients\\.ts$' },
    },
    {
      name: 'sdk-behind-the-door',
      comment: 'No layer that acts for clients or operators opens a client of Temporal of its own.',
      severity: 'error',
      from: { path: layers('domain', 'lib', 'db', 'importers', 'activities', 'api', 'console') },
      to: { path: '(^|node_modules/)@temporalio/client(/|$)' },
    },
    {
      name: 'api-concepts-apart',
      comment: 'A concept of the API does not import another one; what two need is in api/ itself or its middleware.',
      severity: 'error',
      from: { path: '^api/([^/]+)/' },
      to: { path: '^api/[^/]+/', pathNot: ['^api/$1/', '^api/middleware/'] },
    },
    {
      name: 'api-ground-below-concepts',
      comment: 'What all concepts stand on imports none of them; app and endpoints put them together.',
      severity: 'error',
      from: { path: '^api/[^/]+\\.tsx?$', pathNot: '^api/(app|endpoints)\\.ts$' },
      to: { path: '^api/[^/]+/', pathNot: '^api/middleware/' },
    },
    {
      name: 'outermost-is-outermost',
      comment: 'Commands, pages, benchmarks, chaos and tests put the layers together; pages do not need the commands.',
      severity: 'error',
      from: { path: layers('console', 'cli') },
      to: { path: layers('test', 'lab') },
    },
    {
      name: 'console-without-commands',
      comment: 'Pages are served; they do not start processes.',
      severity: 'error',
      from: { path: layers('console') },
      to: { path: layers('cli', 'activities') },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that import each other, if only a type, have no order in which they can be read, or loaded.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The programs stand beside a client that a test generates elsewhere.
    exclude: { path: '^(dist|test/fixtures/generated-clients)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'],
      // Parts of a package that its "exports" name, such as csv-parse/sync.
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default'],
    },
  },
};
