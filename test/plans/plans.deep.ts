import { filledDatabase } from './filled-database';
import { measure, type Total } from './judge';
import { PASSED_OVER, readSample, type Measured, type Sample } from './sample';
import { nameOf, STATEMENTS } from './statements';

/** Some minutes to fill; a server of one's own (CORRIDOR_TEST_DATABASE_URL) keeps what it was filled with. */
const LARGE_SIZE = Number(process.env['CORRIDOR_DEEP_PAYMENTS'] ?? 1_000_000);
const SMALL_SIZE = 10_000;
/** From here on no table that grows is so small that it is rightly read from end to end. */
const INDEXED_SIZE = 300_000;
/** Times the blocks of the small database, for as many rows: time would say more of the machine than of the statement. */
const MOST_TIMES = 3;
/** Few enough to be the depth of the indexes alone. */
const FEW_BLOCKS = 100;
/** What a row costs that is found through an index: its levels and the row, where a small table was read as a whole. */
const BLOCKS_OF_ROW = 4;
const FILL_LIMIT_MS = 60 * 60_000;

interface Filled {
  url: string;
  sample: Sample;
}

let small: Filled;
let large: Filled;
const lines: string[] = [];

async function filled(payments: number): Promise<Filled> {
  const url = await filledDatabase(payments);
  return { url, sample: await readSample(url) };
}

beforeAll(async () => {
  small = await filled(SMALL_SIZE);
  large = await filled(LARGE_SIZE);
}, FILL_LIMIT_MS);

function lineOf(entry: Measured, [before, after]: [Total, Total]): string {
  const cells = [before, after].flatMap(({ rows, found, blocks, milliseconds }) => [
    ...[String(rows), String(found), String(blocks)],
    milliseconds.toFixed(1),
  ]);
  return `| ${[nameOf(entry), ...cells, after.passedOver].join(' | ')} |`;
}

/** Rows for which a statement may read blocks: those that it finds, and, where there is a reason, those that it passes over. */
function workOf(entry: Measured, { found, passedOver }: Total): number {
  return Math.max(1, found + (entry.passedOver === undefined ? 0 : passedOver));
}

afterAll(() => {
  const head = `| statement | ${SMALL_SIZE}: rows | found | blocks | ms | ${LARGE_SIZE}: rows | found | blocks | ms | passed over |\n|${'---|'.repeat(10)}`;
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
});

describe('a statement at its tenth execution in a large database', () => {
  it.each(STATEMENTS.map((entry) => [nameOf(entry), entry] as const))('%s reads little', async (_name, entry) => {
    const before = await measure(small.url, entry, small.sample);
    const after = await measure(large.url, entry, large.sample);
    lines.push(lineOf(entry, [before, after]));
    expect(after.blocks).toBeLessThanOrEqual(entry.blocks);
    expect(after.passedOver).toBeLessThanOrEqual(entry.passedOver ?? PASSED_OVER);
    const growth = Math.max(1, workOf(entry, after) / workOf(entry, before));
    if (LARGE_SIZE < INDEXED_SIZE) return;
    const found = BLOCKS_OF_ROW * workOf(entry, after);
    expect(after.blocks).toBeLessThanOrEqual(Math.max(FEW_BLOCKS, found, MOST_TIMES * before.blocks * growth));
    expect(after.scanned).toEqual([]);
  });
});
