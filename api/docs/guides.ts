import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CLEARING_SYSTEMS } from '../../domain/payments/instruction/clearing';
import { CORRIDOR_RULES } from '../../domain/payments/instruction/corridor-rules';
import { ENDPOINT_LIMITS, PLAN_LIMITS } from '../../domain/limits/plans';

/** The guides by what a reader wants to do, in the order of the navigation; each is `docs/guides/<name>.md`. */
export const GUIDE_GROUPS = {
  Start: ['quickstart', 'tour', 'agents', 'limits', 'versions'],
  Pay: ['payees', 'corridors', 'approvals'],
  Receive: ['webhooks', 'partner'],
  Trade: ['tariffs', 'electronic-invoices'],
  Operate: ['operators', 'compliance', 'first-bank', 'decisions', 'banks', 'described-bank'],
} as const;

export type GuideName = (typeof GUIDE_GROUPS)[keyof typeof GUIDE_GROUPS][number];

export const GUIDE_NAMES: readonly GuideName[] = Object.values(GUIDE_GROUPS).flat();

/** Beside the compiled program as beside the sources. */
const ROOT = path.join(__dirname, '..', '..');

export function isGuide(name: string): name is GuideName {
  return GUIDE_NAMES.some((one) => one === name);
}

export const guidePath = (name: GuideName): string => `/docs/guides/${name}`;

function planTable(): string {
  const rows = Object.entries(PLAN_LIMITS).map(([plan, { perMinute, perHour, perDay }]) => {
    const cells = [perMinute, perHour, perDay].map((limit) => limit?.toLocaleString('en') ?? 'as agreed');
    return `| ${plan} | ${cells.join(' | ')} |`;
  });
  return ['| Plan | Per minute | Per hour | Per day |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function endpointTable(): string {
  const rows = Object.entries(ENDPOINT_LIMITS).map(([name, limit]) => `| \`${name}\` | ${limit} |`);
  return ['| Operation | Per minute |', '| --- | --- |', ...rows].join('\n');
}

function corridorTable(): string {
  const listed = (codes: readonly string[] | undefined): string => codes?.join(', ') ?? 'any';
  const rows = CORRIDOR_RULES.map(({ id, currencies, countries, fields, within, why, since, source }) => {
    const where = within === undefined ? '' : `, where \`${within}\` is given`;
    const asked = fields.map((field) => `\`${field}\``).join(', ') + where;
    const cells = [`\`${id}\``, listed(currencies), listed(countries), asked, why, since ?? 'not stated'];
    return `| ${cells.join(' | ')} | [${source.title}](${source.url}) |`;
  });
  const head = ['Rule', 'Currencies', 'Countries of the account', 'Asks for', 'Why', 'Since', 'Source'];
  return [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n');
}

function clearingTable(): string {
  const rows = Object.entries(CLEARING_SYSTEMS).map(
    ([scheme, { name, countries, shape }]) => `| \`${scheme}\` | ${name} | ${countries.join(', ')} | ${shape} |`,
  );
  return ['| Scheme | Name | Countries of the account | Code |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** What a guide names in braces and the program knows: `{{plans}}`. */
const GENERATED: Readonly<Record<string, () => string>> = {
  plans: planTable,
  endpoints: endpointTable,
  corridors: corridorTable,
  clearing: clearingTable,
};

/** Names of languages, as a block of code in Markdown has them, by the ends of files. */
const LANGUAGES: Readonly<Record<string, string>> = { '.mjs': 'js', '.py': 'python', '.go': 'go' };

/** A line that is replaced: by a table, or by a file. */
export const PLACE = /^\{\{([^}]+)\}\}$/gm;

/** A program of docs/examples/ or docs/receivers/, where tests run it: `{{docs/examples/partner.mjs}}`. */
function example(file: string): string {
  return `\`\`\`${LANGUAGES[path.extname(file)] ?? ''}\n${readFileSync(path.join(ROOT, file), 'utf8').trimEnd()}\n\`\`\``;
}

const read = new Map<GuideName, string>();

/** @returns the guide in Markdown, with tables and programs in their places */
export function readGuide(name: GuideName): string {
  const known = read.get(name) ?? makeGuide(readFileSync(path.join(ROOT, 'docs', 'guides', `${name}.md`), 'utf8'));
  read.set(name, known);
  return known;
}

/** @throws where a place is neither a table nor a file: before the service starts, which reads the titles of all guides */
export function makeGuide(text: string): string {
  return text.replace(PLACE, (_place, inner: string) => GENERATED[inner]?.() ?? example(inner));
}

/** @returns the title of a guide: its first heading */
export function titleOf(name: GuideName): string {
  return /^# (.+)$/m.exec(readGuide(name))?.[1] ?? name;
}

const ABOUT =
  'How to pay, follow payments, receive webhooks, look up tariffs and make trade documents, and how partners and operators work.';

function listOfGuides(base: string): string {
  const groups = Object.entries(GUIDE_GROUPS).map(([group, names]) => {
    const items = names.map((name) => `- [${titleOf(name)}](${base}${guidePath(name)})`);
    return `## ${group}\n\n${items.join('\n')}`;
  });
  const more = `- [Errors](${base}/docs/errors)\n- [Reference](${base}/docs)`;
  return `${groups.join('\n\n')}\n\n## Look up\n\n${more}`;
}

/** The page that lists them. */
export function guideList(): string {
  return `# Guides\n\n${ABOUT}\n\n${listOfGuides('')}\n`;
}

/**
 * The list of the documentation as language models read it.
 * @param publicUrl address of the service
 * Source: https://llmstxt.org
 */
export function llmsText(publicUrl: string): string {
  const machine = `- [OpenAPI](${publicUrl}/openapi.json)\n- [MCP](${publicUrl}/mcp): tools for agents, with a key of an account`;
  return `# Corridor\n\n> ${ABOUT}\n\n${listOfGuides(publicUrl)}\n\n## For programs\n\n${machine}\n`;
}

/** A text of the documentation that agents may read. */
export interface AgentText {
  /** Address below that of the service. */
  path: string;
  title: string;
  read: (publicUrl: string) => string;
}

/** `llms.txt` and the guides. Source: docs/GAPS.md#agents */
export const AGENT_TEXTS: readonly AgentText[] = [
  { path: '/llms.txt', title: 'List of the documentation', read: llmsText },
  ...GUIDE_NAMES.map((name) => ({ path: guidePath(name), title: titleOf(name), read: () => readGuide(name) })),
];
