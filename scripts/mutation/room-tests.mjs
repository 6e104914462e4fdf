/**
 * Which test files judge a file: those that import it, themselves or through something near it, that a document names in
 * one row with it, that name it, or call operations that lead to it. Whole processes and browsers are left out: they run what was compiled, or take minutes.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const LEFT_OUT =
  /^test\/(?:e2e|chaos|cli|docs|bench|receivers|client|plans|scripts|domain)\/|pictures|archival|every-page/;
/** Files that reach everything: who imports them says nothing about a part. */
const CROSSROADS =
  /^(?:test\/support\/(?:stack|console-app|limited-app|reference-app)|api\/(?:app|endpoints)|process\/(?:api|worker)|test\/laws\/law-stack)\.tsx?$/;
const DOCUMENTS = ['HAZARDS', 'ARCHITECTURE', 'GAPS', 'OPERATIONS']
  .map((name) => `docs/${name}.md`)
  .concat('SECURITY.md');
/** Tests of what runs inside Temporal, which no test imports. */
const OF_WORKFLOWS = ['replay', 'payments/payment-timers', 'payments/reconciliation'].map(
  (name) => `test/workflows/${name}.test.ts`,
);
/** Folders of test/ for folders of other names. */
const CONCEPTS = {
  imports: 'importers',
  partners: 'payments',
  relay: 'db/outbox',
  repairs: 'workflows',
  middleware: 'laws',
};
const FARTHEST = 3;
/** Before what imports the file through something else: those that name it, the nearer the more often, and tests beside it. */
const OF_SAME_NAME = 0.5;
const OF_NAME = 1.5;
const MIRRORED = 1.75;
const OF_WORKFLOW = 2;
/** Behind what is near: a test of the same concept, which meets the file over the whole service. */
const OF_CONCEPT = FARTHEST + 1;

function filesBelow(root, folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(folder, name));
}

/** @returns {string[]} files of the project that a file imports, types left out */
function importsOf(root, file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type )(?:[^;'"]*? from )?'(\.[^']+)'/gms)].flatMap(([, named]) => {
    const at = path.join(path.dirname(file), named);
    return [`${at}.ts`, `${at}.tsx`, `${at}/index.ts`].filter((each) => existsSync(path.join(root, each))).slice(0, 1);
  });
}

/** @returns {string[]} lines of a document, the code and the tests of one decision together */
function rowsOf(text) {
  return text.replaceAll('\n- Test:', ' - Test:').split('\n');
}

/** @returns {Map<string, Map<string, number>>} by file the test files that rows name with it, and how many rows do */
function rowsOfDocuments(root) {
  const tests = new Map();
  for (const document of DOCUMENTS.filter((each) => existsSync(path.join(root, each)))) {
    for (const row of rowsOf(readFileSync(path.join(root, document), 'utf8'))) {
      const named = [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file]) => file);
      const judges = named.filter((file) => file.startsWith('test/'));
      for (const file of new Set(named)) {
        const known = tests.get(file) ?? new Map();
        for (const judge of new Set(judges)) known.set(judge, (known.get(judge) ?? 0) + 1);
        tests.set(file, known);
      }
    }
  }
  return tests;
}

function isOfWorkflow(test, file) {
  return /^workflows\/(?!client\/)/.test(file) && OF_WORKFLOWS.includes(test);
}

/** @returns {Map<string, string[]>} the importers of each file of the rooms that operations lead to */
function importersIn(root) {
  const importers = new Map();
  for (const file of ['api', 'activities', 'db', 'workflows'].flatMap((folder) => filesBelow(root, folder))) {
    for (const imported of importsOf(root, file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  return importers;
}

const mentionsOf = (text, pattern) => text.match(pattern)?.length ?? 0;
/** @returns a distance between 1 and `OF_NAME`, the nearer the more mentions there are */
const distanceByMentions = (mentions) => (mentions === 0 ? Infinity : 1 + (OF_NAME - 1) / mentions);
/** @returns a distance between `OF_SAME_NAME` and 1, the nearer the more rows there are */
const distanceByRows = (rows) => (rows === 0 ? Infinity : OF_SAME_NAME + (1 - OF_SAME_NAME) / rows);

export class RoomTests {
  /** @param {string} root of the project */
  constructor(root) {
    this.tests = filesBelow(root, 'test').filter((file) => /\.test\.tsx?$/.test(file) && !LEFT_OUT.test(file));
    this.imports = new Map();
    this.root = root;
    this.importers = importersIn(root);
    this.documents = rowsOfDocuments(root);
    this.texts = new Map(this.tests.map((test) => [test, readFileSync(path.join(root, test), 'utf8').toLowerCase()]));
    this.near = new Map(this.tests.map((test) => [test, this.distances(test)]));
  }

  /** @returns {Map<string, number>} how many imports lead from a test to each file near it */
  distances(test) {
    const found = new Map([[test, 0]]);
    const waiting = [test];
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const distance = found.get(file);
      if (distance >= FARTHEST || CROSSROADS.test(file)) continue;
      if (!this.imports.has(file)) this.imports.set(file, importsOf(this.root, file));
      for (const next of this.imports.get(file)) {
        if (found.has(next)) continue;
        found.set(next, distance + 1);
        waiting.push(next);
      }
    }
    return found;
  }

  /** @returns {RegExp|null} ends of the addresses of operations that lead to a file over two imports at most */
  addressesOf(file) {
    const near = [file];
    for (const at of [0, 1])
      near.push(...near.slice(at === 0 ? 0 : 1).flatMap((each) => this.importers.get(each) ?? []));
    const ends = near.flatMap((each) => {
      const [, address = ''] = /^  path: '([^']+)'/m.exec(readFileSync(path.join(this.root, each), 'utf8')) ?? [];
      return address
        .split('/')
        .filter((part) => part !== '' && !part.startsWith('{'))
        .slice(-1);
    });
    return ends.length === 0 ? null : new RegExp(`/(?:${[...new Set(ends)].join('|')})\\b`, 'g');
  }

  /** @returns {string[]} test files, the nearest first */
  of(file) {
    const rows = this.documents.get(file) ?? new Map();
    // A header is written as its file is named, and people write words apart.
    const names = new RegExp(
      `\\b${path
        .basename(file)
        .replace(/\.tsx?$/, '')
        .replaceAll('-', '[- ]?')}\\b`,
    );
    const own = `${path.basename(file).replace(/\.tsx?$/, '')}.test`;
    const addresses = this.addressesOf(file);
    const mirror = path.join('test', path.dirname(file));
    const concepts = path.dirname(file).split('/').slice(1);
    const folders = concepts.map((concept) => `test/${CONCEPTS[concept] ?? concept}/`);
    const distanceOf = (test) => {
      if (path.basename(test).startsWith(own)) return path.dirname(test) === mirror ? 0 : OF_SAME_NAME;
      const text = this.texts.get(test);
      return Math.min(
        this.near.get(test).get(file) ?? Infinity,
        distanceByRows(rows.get(test) ?? 0),
        concepts.length > 0 && path.dirname(test) === mirror ? MIRRORED : Infinity,
        distanceByMentions(mentionsOf(text, names)),
        addresses === null ? Infinity : distanceByMentions(mentionsOf(text, addresses)),
        isOfWorkflow(test, file) ? OF_WORKFLOW : Infinity,
        folders.some((folder) => test.startsWith(folder)) ? OF_CONCEPT : Infinity,
      );
    };
    return this.tests
      .map((test) => ({ test, distance: distanceOf(test) }))
      .filter(({ distance }) => distance <= OF_CONCEPT)
      .sort((one, other) => one.distance - other.distance)
      .map(({ test }) => test);
  }
}
