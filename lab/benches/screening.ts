import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NameIndex } from '../../domain/compliance/name-index';
import { screenParty } from '../../domain/compliance/screen';
import {
  atLeast,
  atMost,
  plainRow,
  type BenchContext,
  type BenchModule,
  type BenchRow,
  type BenchTable,
} from './harness';
import { dataDirectory } from './reference-data';
import { holdOut, inReadingOrder, PARTLY, SPELLING, type HeldOut } from './screening/held-out';
import { readWatchLists, type ReadList } from './screening/lists';
import {
  ask,
  askBank,
  crossValidated,
  curveOf,
  indexOf,
  isBlocked,
  isFound,
  isGrey,
  percentOf,
  rulesOf,
  type Answer,
} from './screening/measure';
import { ORDINARY_BANKS } from './screening/banks';
import { ordinaryNames, ordinaryNativeNames } from './screening/ordinary-names';
import { bestOf, namesByHand } from './screening/by-hand';
import { variantsOf } from './screening/variants';
import { spellingsOf } from './screening/spellings';
import { percentile } from './statistics';

/** As many aliases as a thirteenth of the lists has. */
const HELD_OUT_SHARE = 0.075;
const SAMPLES = {
  quick: { every: 12, spellings: 25, companies: 250 },
  default: { every: 3, spellings: 150, companies: 1_500 },
  long: { every: 1, spellings: 400, companies: 4_000 },
};
const MOST_FLAGGED = 0.035;
const WARM_UP = 300;
const BYTES_PER_MB = 1e6;

type Bounds = Partial<Pick<BenchRow, 'must' | 'aim'>>;

function percentRow(operation: string, ours: number, must: Bounds['must'] = null, aim: Bounds['aim'] = null): BenchRow {
  return plainRow({ operation, unit: '%', ours, must, aim });
}

/** Which sample of variants is judged. */
const SEED = 1;

function variantRows(index: NameIndex, lists: readonly ReadList[]): { rows: BenchRow[]; notes: string[] } {
  const variants = variantsOf(lists, SEED).map((variant) => ({
    way: variant.way,
    ...ask(index, variant.name, variant),
  }));
  const byHand = namesByHand(lists).flatMap(
    ({ name, meant }) => bestOf(meant.map((entry) => ask(index, name, entry))) ?? [],
  );
  const native = ordinaryNativeNames().map(({ group, name }) => ({ group, ...ask(index, name) }));
  const notesOf = (what: string, of: (one: { way: string }) => boolean): string => {
    const some = variants.filter(of);
    return `${what}: ${percentOf(some, isFound)} % of ${some.length} found.`;
  };
  const groups = [...new Set(native.map(({ group }) => group))];
  return {
    rows: [
      percentRow(
        `${variants.length} variants of listed names, found`,
        percentOf(variants, isFound),
        atLeast(96),
        atLeast(98),
      ),
      percentRow(
        '… with the entry that was meant',
        percentOf(variants, ({ isMeant }) => isMeant),
      ),
      percentRow(
        `${byHand.length} written by hand in other languages and scripts, found`,
        percentOf(byHand, isFound),
        atLeast(93),
        atLeast(96),
      ),
      percentRow(
        `${native.length} ordinary people in their own scripts, blocked`,
        percentOf(native, isBlocked),
        atMost(0.1),
        atMost(0),
      ),
      percentRow(
        `${native.length} ordinary people in their own scripts, held`,
        percentOf(native, isGrey),
        atMost(6),
        atMost(3),
      ),
    ],
    notes: [
      ...[...new Set(variants.map(({ way }) => way))].map((way) => notesOf(way, (one) => one.way === way)),
      ...groups.map((group) => {
        const some = native.filter((one) => one.group === group);
        return `Ordinary people in ${group}: ${percentOf(some, isGrey)} % of ${some.length} held.`;
      }),
      `Missed by hand: ${byHand
        .filter((one) => !isFound(one))
        .map(({ name }) => name)
        .join(', ')}.`,
    ],
  };
}

interface JudgedAlias extends Answer {
  likeness: number;
}

/** Asks the lists without the aliases for each of them, every other one as `First Surname`. */
function askAliases(lists: readonly ReadList[]): JudgedAlias[] {
  const { kept, heldOut } = holdOut(lists, HELD_OUT_SHARE, 'bench');
  const index = indexOf(kept);
  return heldOut.map((held: HeldOut, at) => {
    const name = at % 2 === 0 ? held.alias : inReadingOrder(held.alias);
    return { ...ask(index, name, held), likeness: held.likeness };
  });
}

function aliasRows(aliases: readonly JudgedAlias[]): BenchRow[] {
  const like = (least: number): JudgedAlias[] => aliases.filter(({ likeness }) => likeness >= least);
  const spellings = like(SPELLING);
  return [
    percentRow(`${spellings.length} held-out spellings, blocked or held`, percentOf(spellings, isFound), atLeast(97)),
    percentRow(
      '… with the entry that was meant',
      percentOf(spellings, ({ isMeant }) => isMeant),
    ),
    percentRow(`${like(PARTLY).length} that share half with another name, found`, percentOf(like(PARTLY), isFound)),
    percentRow(`all ${aliases.length} held-out aliases, found`, percentOf(aliases, isFound)),
  ];
}

/** Every name of the lists, as it is and as `First Surname`; weak aliases decide nothing by design. */
function askListed(index: NameIndex, lists: readonly ReadList[], every: number): Answer[] {
  const names = lists.flatMap(({ entries }) => entries.flatMap((entry) => entry.names.filter(({ isWeak }) => !isWeak)));
  return names
    .filter((_name, at) => at % every === 0)
    .map(({ name }, at) => ask(index, at % 2 === 0 ? name : inReadingOrder(name)));
}

/** What is not needed any more counts for nothing. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

async function timeRows(lists: readonly ReadList[], names: readonly string[]): Promise<BenchRow[]> {
  collectGarbage();
  const before = process.memoryUsage();
  const index = indexOf(lists);
  const rules = rulesOf(index);
  const screen = (name: string): unknown => screenParty({ name, countries: [] }, rules);
  names.slice(0, WARM_UP).forEach(screen);
  const times: number[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    screen(name);
    times.push(performance.now() - startedAt);
    // Requests come one by one, too: what is left over is collected between them.
    if (times.length % 50 === 0) await new Promise(setImmediate);
  }
  collectGarbage();
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / BYTES_PER_MB;
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)];
  const label = { aim: null, unit: 'ms' };
  return [
    plainRow({ ...label, operation: `one name against ${index.size} names, p50`, ours: half, must: atMost(2) }),
    plainRow({ ...label, operation: '… p99', ours: most, must: null }),
    plainRow({ ...label, operation: '… p99 / p50', unit: 'times', ours: most / half, must: atMost(4) }),
    plainRow({ ...label, operation: 'memory of the index', unit: 'MB', ours: megabytes, must: atMost(120) }),
  ];
}

async function run({ pace, say }: BenchContext): Promise<BenchTable> {
  const title = 'Screening of names against the real lists of the United States and the United Nations';
  const directory = dataDirectory();
  if (directory === null) {
    return { title, rows: [], notes: ['CORRIDOR_DATA_DIR is not set: there are no real lists to judge by.'] };
  }
  const { every, spellings: perWay, companies: count } = SAMPLES[pace];
  const lists = await readWatchLists(directory);
  const index = indexOf(lists);
  say('Aliases …');
  const aliases = askAliases(lists);
  say('Spellings …');
  const spellings = spellingsOf(lists, perWay).map((spelling) => ({
    way: spelling.way,
    ...ask(index, spelling.name, spelling),
  }));
  say('Variants …');
  const variants = variantRows(index, lists);
  say('Ordinary names …');
  const ordinary = ordinaryNames(count).filter(({ group }, at) => group === 'companies' || at % every === 0);
  const answers = ordinary.map(({ group, name }) => ({ group, ...ask(index, name) }));
  const [people, companies] = [true, false].map((isPerson) =>
    answers.filter(({ group }) => (group !== 'companies') === isPerson),
  );
  const banks = ORDINARY_BANKS.map((name) => askBank(index, name));
  const listed = askListed(index, lists, every);
  const ways = [...new Set(spellings.map(({ way }) => way))];
  return {
    title,
    rows: [
      ...aliasRows(aliases),
      ...variants.rows,
      percentRow(
        `${spellings.length} spellings made of listed names, found`,
        percentOf(spellings, isFound),
        atLeast(97),
      ),
      percentRow(`${listed.length} listed names, found`, percentOf(listed, isFound), atLeast(100)),
      percentRow('… blocked by the name alone', percentOf(listed, isBlocked)),
      ...[people, companies, banks].flatMap((group = [], at) => {
        const label = `${group.length} ordinary ${['people', 'companies', 'banks'][at]}`;
        return [
          percentRow(`${label}, blocked`, percentOf(group, isBlocked), atMost(0.1), atMost(0)),
          percentRow(`${label}, held`, percentOf(group, isGrey), atMost(4), atMost(3)),
        ];
      }),
      ...(await timeRows(
        lists,
        [...aliases, ...answers].map(({ name }) => name),
      )),
    ],
    notes: [
      `A spelling has ${SPELLING} of its trigrams in common with another name of its entry; below are parts of names, translations, acronyms and nicknames.`,
      ...ways.map((way) => {
        const ofWay = spellings.filter((spelling) => spelling.way === way);
        return `${way}: ${percentOf(ofWay, isFound)} % found.`;
      }),
      ...variants.notes,
      ...curveOf(
        aliases.filter(({ likeness }) => likeness >= SPELLING),
        people ?? [],
      ),
      crossValidated(
        aliases.filter(({ likeness }) => likeness >= SPELLING),
        people ?? [],
        MOST_FLAGGED,
      ),
    ],
  };
}

export const screening: BenchModule = {
  name: 'screening',
  needs: [],
  describe: 'Recall, false hits, time and memory of screening on real watch lists (needs CORRIDOR_DATA_DIR)',
  run,
};
