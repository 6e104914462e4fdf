import { Option, type Command, type OptionValues } from 'commander';
import type { Waivers } from '../../db/administration/moved-partner';
import type { Changes } from '../../db/administration/change';
import { findManaged, listManaged, type Entry } from '../../db/administration/directory';
import type { Managed } from '../../db/administration/nouns';
import type { Database } from '../../db/database';
import { pageOf } from '../../domain/schema-tools';
import { UsageError } from '../context';
import { minuteOf, tableOf, terminalWidth, type Column } from '../table';
import { addResult } from './answer';
import { performCommand } from './guarded';
import { upTo } from './values';

const PAGE = 50;
const MAX_PAGE = 500;

/** @throws UsageError when there is no such thing */
export async function existing(database: Database, kind: Managed, idOrName: string): Promise<Entry> {
  const found = await findManaged(database, kind, idOrName);
  if (found === null) throw new UsageError(`There is no ${kind} ${idOrName}.`);
  return found;
}

/** @returns the id of the partner that a list is narrowed to. @throws UsageError when there is no such partner */
export async function partnerOf(database: Database, idOrName: string | undefined): Promise<string | undefined> {
  return idOrName === undefined ? undefined : (await existing(database, 'partner', idOrName)).id;
}

function text(value: unknown): string {
  if (value instanceof Date) return minuteOf(value);
  if (Array.isArray(value)) return value.map(String).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A column with the first of these members that has a value. */
const column = (title: string, ...members: string[]): Column<Entry> => ({
  title,
  of: (entry) => members.map((member) => text(entry[member])).find((text) => text !== ''),
});

/** What can be used no more, and why; nothing where it can. */
const state: Column<Entry> = {
  title: 'STATE',
  of: (entry) => {
    if (entry['erasedAt'] instanceof Date) return 'erased';
    if (entry['revokedAt'] instanceof Date) return 'revoked';
    if (entry['disabledAt'] instanceof Date || entry['enabled'] === false) return 'disabled';
    return entry['expiresAt'] instanceof Date && entry['expiresAt'] < new Date() ? 'expired' : 'active';
  },
};

/** @returns `1 + 25 bp`: a fixed amount and a part of the payment in basis points */
function feeOf({ feeFixed, feeBps }: Entry): string {
  return [text(feeFixed), feeBps === null ? '' : `${text(feeBps)} bp`].filter((part) => part !== '').join(' + ');
}

/** What a list shows of each, the most telling first; `show` and `--json` tell everything. */
const COLUMNS: Readonly<Record<Managed, readonly Column<Entry>[]>> = {
  key: [
    column('KIND', 'kind'),
    column('SIDE', 'environment'),
    state,
    column('OF', 'accountName', 'partner', 'operator'),
    column('LABEL', 'label'),
    column('ENDS WITH', 'hint'),
    column('EXPIRES (UTC)', 'expiresAt'),
    column('SCOPES', 'scopes'),
  ],
  account: [
    column('NAME', 'name'),
    column('PLAN', 'plan'),
    column('LIVE SIDE', 'live'),
    state,
    column('CREATED (UTC)', 'createdAt'),
  ],
  user: [
    column('EMAIL', 'email'),
    column('ROLE', 'role'),
    state,
    column('ACCOUNT', 'accountName'),
    column('NAME', 'name'),
    column('OPERATOR ROLES', 'operatorRoles'),
  ],
  partner: [
    column('NAME', 'name'),
    column('SIDE', 'environment'),
    state,
    column('BREAKER', 'breaker'),
    column('ADAPTER', 'adapter'),
    column('LAST ANSWER (UTC)', 'lastSuccessAt'),
    column('LAST FAULT', 'lastFault'),
    column('URL', 'url'),
  ],
  route: [
    column('PARTNER', 'partnerName'),
    column('SIDE', 'environment'),
    state,
    { ...column('PRIORITY', 'priority'), align: 'right' },
    column('CURRENCIES', 'currencies'),
    column('COUNTRIES', 'countries'),
    { title: 'FEE', of: feeOf },
    column('TIMELINES', 'timelines'),
  ],
};

/** How a change is asked for. */
interface Change extends Waivers {
  /** Id or name of what is changed. */
  named: string;
  changes: Changes;
}

/** Makes a command that changes the given members of something, and prints it after the change. */
export function addChange<Options extends OptionValues>(
  command: Command,
  kind: Managed,
  asked: (options: Options) => Change,
): void {
  addResult<Options & { reason?: string }>(command, async ({ database, options }) => {
    const { named, changes, ...waivers } = asked(options);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) throw new UsageError('Name at least one thing to change.');
    const { id } = await existing(database, kind, named);
    const request = { kind, id, changes: given, ...waivers };
    const done = await performCommand(command, 'managed.changed', request, { reason: options.reason });
    if (done === null) return null;
    const droppedCredentials = done.result.length === 0 ? {} : { droppedCredentials: done.result };
    return { ...(await existing(database, kind, id)), ...droppedCredentials };
  });
}

const NAMING_OPTIONS: Readonly<Record<Managed, string>> = {
  key: '--id <id>',
  account: '--account <name>',
  user: '--email <address>',
  partner: '--partner <name>',
  route: '--id <id>',
};

/**
 * Lets a command name its subject: by an option, by `--id`, or by a bare word, as in `partners disable ptn_…`.
 * Source: docs/GAPS.md#commands
 */
function addNaming(command: Command, kind: Managed): Command {
  const flags = NAMING_OPTIONS[kind];
  command.option(flags, `id${kind === 'key' || kind === 'route' ? '' : ' or name'} of the ${kind}`);
  if (!flags.startsWith('--id ')) command.addOption(new Option('--id <id>').hideHelp());
  command.usage(`[options] [${kind}]`).allowExcessArguments(true);
  return command.hook('preAction', (_this, { args: [word, ...more] }) => {
    const named = [...(word === undefined ? [] : [word]), ...givenNames(command.opts())];
    if (named.length === 0) command.error(`error: required option '${flags}' not specified`);
    if (named.length > 1 || more.length > 0) command.error(`error: name one ${kind}`);
    command.setOptionValue('named', named[0]);
  });
}

function givenNames(options: Record<string, unknown>): unknown[] {
  return ['id', 'account', 'email', 'partner'].flatMap((name) => (options[name] === undefined ? [] : [options[name]]));
}

/** What a command that names something was given. */
interface Named {
  named: string;
  reason?: string;
  withoutCertificate?: true;
}

/** How a live partner is enabled that the laboratory has not passed. Source: docs/GAPS.md#P20 */
export const WITHOUT_CERTIFICATE = [
  '--without-certificate',
  'of a live partner: without a passed report of the laboratory, for the reason given',
] as const;

/** Lets a command say why, for the audit log. */
export function withReason(command: Command): Command {
  return command.option('--reason <text>', 'reason, for the audit log');
}

/** Adds `list`, `show`, `disable` and `enable` of a managed noun. */
export function addManagement(parent: Command, kind: Managed): void {
  const list = parent
    .command('list')
    .description(`${kind}s, the newest first`)
    .option('--limit <n>', `page size, up to ${MAX_PAGE}`, upTo(MAX_PAGE), PAGE)
    .option('--cursor <id>', 'continue after this one');
  addResult<{ limit: number; cursor?: string }>(list, async ({ database, options: { limit, cursor = null } }) => {
    const rows = await listManaged(database, kind, { limit: limit + 1, after: cursor });
    const { items: data, nextCursor } = pageOf(rows, limit);
    const columns = [{ title: 'ID', isWhole: true, of: ({ id }: Entry) => id }, ...COLUMNS[kind]];
    const lines = data.length === 0 ? [`No ${kind}s.`] : tableOf(data, columns, terminalWidth());
    return [{ data, nextCursor }, [...lines, ...(nextCursor === null ? [] : [`More: --cursor ${nextCursor}`])]];
  });
  const show = addNaming(parent.command('show'), kind).description(`One ${kind}`);
  addResult<Named>(show, ({ database, options: { named } }) => existing(database, kind, named));
  for (const isDisabled of [true, false]) {
    const switching = withReason(addNaming(parent.command(isDisabled ? 'disable' : 'enable'), kind)).description(
      isDisabled ? `Disable the ${kind}, at once in every process` : `Enable the ${kind} again`,
    );
    if (kind === 'partner' && !isDisabled) switching.option(...WITHOUT_CERTIFICATE);
    addResult<Named>(switching, async ({ database, options: { named, reason, withoutCertificate } }) => {
      const { id, erasedAt } = await existing(database, kind, named);
      if (!isDisabled && erasedAt instanceof Date) throw new UsageError('This user was erased.');
      const request = { kind, id, isDisabled, withoutCertificate };
      const done = await performCommand(switching, 'managed.switched', request, { reason });
      return done === null ? null : { id, disabled: isDisabled, changed: done.result };
    });
  }
}
