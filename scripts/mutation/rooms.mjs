/**
 * Mutation testing of the rooms that need Postgres and Temporal: `npm run mutate:rooms -- activities sql --seed 1 --minutes 20`.
 * A sample of mutants, the same for the same seed, each against the test files nearest to its file (room-tests.mjs) that
 * pass without it. Prints
 * what was noticed in each room and what survived; fails where a room has less than 80 %. With `--survivors` those that
 * survived last time are judged again by more tests, and counted with what was noticed then. Ctrl-C ends it after the mutant in hand.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../lib/project.mjs';
import { runOnSupportedNode } from '../lib/runtime.mjs';
import { needsOf, setUp, toolEnvironment } from '../setup.mjs';
import { mutantsOf } from './room-mutants.mjs';
import { Sandbox } from './room-sandbox.mjs';
import { RoomTests } from './room-tests.mjs';

/** Labels and templates of documents are words and places on paper: pictures of documents judge them. */
const ROOMS = {
  activities: { folder: 'activities', not: /^activities\/documents\/(labels|fonts|templates|pdf)\// },
  middleware: { folder: 'api/middleware' },
  workflows: { folder: 'workflows' },
  sql: { folder: 'db', not: /^db\/migrations\//, isSql: true },
};
const THRESHOLD = 80;
const TESTS_OF_ONE = 6;
/** Few enough mutants survive that they may meet more tests. */
const TESTS_OF_SURVIVOR = 20;
/** The tests of a file run once without a mutant, which is worth it for several. */
const OF_FILE_IN_TURN = 3;
const MINUTE_MS = 60_000;
const REPORT = inProject('.stryker', 'rooms.json');

function filesOf({ folder, not }, without) {
  return readdirSync(inProject(folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.ts') && not?.test(file) !== true)
    .filter((file) => !without.some((prefix) => file.startsWith(prefix)))
    .sort();
}

/** The generator is mulberry32. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns the mutants of a room in the order in which they are tried: a longer run tries a superset */
async function sampleOf(room, without, random) {
  const all = [];
  for (const file of filesOf(room, without)) {
    const text = readFileSync(inProject(file), 'utf8');
    const mutants = await mutantsOf(file, text, room.isSql === true);
    all.push(...mutants.map((mutant) => ({ ...mutant, ...describe(mutant, text) })));
  }
  const ranked = all.map((mutant) => ({ mutant, rank: random() })).sort((one, other) => one.rank - other.rank);
  const turns = [];
  const seen = new Map();
  const files = [...new Set(ranked.map(({ mutant }) => mutant.file))];
  for (const { mutant } of ranked) {
    const before = seen.get(mutant.file) ?? 0;
    seen.set(mutant.file, before + 1);
    turns.push({ mutant, turn: Math.floor(before / OF_FILE_IN_TURN), file: files.indexOf(mutant.file) });
  }
  turns.sort((one, other) => one.turn - other.turn || one.file - other.file);
  return turns.map(({ mutant }) => mutant);
}

/** @returns a line for people, and the same without the number of the line, which moves */
function describe({ file, start, end, replacement, what }, text) {
  const line = text.slice(0, start).split('\n').length;
  const short = (part) => part.replace(/\s+/g, ' ').slice(0, 100);
  const change = `${what}: ${short(text.slice(start, end))} → ${short(replacement) || 'nothing'}`;
  return { says: `${file}:${line} ${change}`, key: `${file} ${change}` };
}

function readOptions() {
  const text = { type: 'string' };
  const options = { seed: text, minutes: text, without: text, survivors: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const rooms = positionals.length === 0 ? Object.keys(ROOMS) : positionals;
  for (const room of rooms) if (ROOMS[room] === undefined) throw new Error(`There is no room ${room}.`);
  return {
    rooms,
    seed: Number(values.seed ?? 1),
    minutes: Number(values.minutes ?? 30),
    without: values.without?.split(',') ?? [],
    isOfSurvivors: values.survivors === true,
  };
}

/** @returns {{ room: string, status: string, key: string, says: string, by?: string }[]} verdicts of the last time */
function readReport() {
  return existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : [];
}

const lineOf = ({ says }) => Number(/:(\d+) /.exec(says)?.[1]);

/** @returns the same change, which other work may have moved by some lines */
function nearestTo(survivor, sample) {
  const distanceOf = (mutant) => Math.abs(lineOf(mutant) - lineOf(survivor));
  const same = sample.filter(({ key }) => key === survivor.key);
  return same.sort((one, other) => distanceOf(one) - distanceOf(other))[0];
}

/** @returns {Promise<Map<string, object[]>>} mutants by room, in the order in which they are judged */
async function chooseMutants({ rooms, seed, without, isOfSurvivors }) {
  const random = randomOf(seed);
  const survivors = readReport().filter(({ status }) => status === 'survived');
  const chosen = new Map();
  for (const room of rooms) {
    const sample = await sampleOf(ROOMS[room], without, random);
    const again = survivors.map((survivor) => nearestTo(survivor, sample)).filter(Boolean);
    chosen.set(room, isOfSurvivors ? again : sample);
  }
  return chosen;
}

/** Judges mutants of all rooms in turn until the time is over. @returns a verdict of each that was judged */
async function judgeAll(mutants, { minutes, isOfSurvivors }) {
  const tests = new RoomTests(inProject('.'));
  /** Those that have noticed something of a file notice more of it. */
  const goodJudges = new Map();
  const verdicts = [];
  let endsAt = Date.now() + minutes * MINUTE_MS;
  process.once('SIGINT', () => (endsAt = 0));
  const sandbox = new Sandbox();
  await sandbox.open();
  try {
    const longest = Math.max(...[...mutants.values()].map(({ length }) => length));
    for (let turn = 0; turn < longest; turn += 1) {
      for (const [room, sample] of mutants) {
        const mutant = sample[turn];
        if (mutant === undefined || Date.now() > endsAt) continue;
        const { file, key, says } = mutant;
        const good = goodJudges.get(file) ?? [];
        const near = [...new Set([...good, ...tests.of(file)])];
        const judges = await sandbox.passing(near, isOfSurvivors ? TESTS_OF_SURVIVOR : TESTS_OF_ONE);
        const isUnmeasured = judges.length === 0 && near.length > 0;
        const unjudged = { status: isUnmeasured ? 'unmeasured' : 'survived', by: 'no test judges it' };
        const verdict = judges.length === 0 ? unjudged : await sandbox.judge(mutant, judges);
        if (verdict.test) goodJudges.set(file, [...new Set([verdict.test, ...good])]);
        verdicts.push({ room, key, says, ...verdict });
        console.log(`${verdict.status.padEnd(8)} ${says}${verdict.by === undefined ? '' : `\n         ${verdict.by}`}`);
      }
    }
  } finally {
    await sandbox.close();
  }
  return verdicts;
}

/** Prints a line of the table. @returns whether enough was noticed */
function report(room, verdicts, all) {
  const countOf = (status) => verdicts.filter((verdict) => verdict.room === room && verdict.status === status).length;
  const noticed = countOf('noticed');
  const counted = noticed + countOf('survived');
  const percent = (100 * noticed) / Math.max(1, counted);
  const left = `${countOf('invalid')} cannot run, ${countOf('unmeasured')} not measured`;
  console.log(`| ${room} | ${noticed} of ${counted}, sampled from ${all}; ${left} | ${percent.toFixed(1)} % |`);
  return percent >= THRESHOLD;
}

await runOnSupportedNode(async () => {
  const options = readOptions();
  Object.assign(process.env, toolEnvironment(await setUp({ need: needsOf('test') })));
  const all = await chooseMutants({ ...options, isOfSurvivors: false });
  const judged = await judgeAll(options.isOfSurvivors ? await chooseMutants(options) : all, options);
  const anew = new Set(judged.map(({ key }) => key));
  const kept = options.isOfSurvivors ? readReport().filter(({ key }) => !anew.has(key)) : [];
  const verdicts = [...kept, ...judged];
  mkdirSync(path.dirname(REPORT), { recursive: true });
  writeFileSync(REPORT, `${JSON.stringify(verdicts, null, 1)}\n`);
  return options.rooms.map((room) => report(room, verdicts, all.get(room).length)).every(Boolean) ? 0 : 1;
});
