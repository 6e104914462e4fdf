import { filledDatabase } from './filled-database';
import { measure, type Total } from './judge';
import { PASSED_OVER, readSample, type Measured, type Sample } from './sample';
import { nameOf, STATEMENTS } from './statements';

/** Some minutes to fill; a server of one's own (CORRIDOR_TEST_DATABASE_URL) keeps what it was filled with. */
const LARGE_SIZE = Number(process.env['CORRIDOR_DEEP_PAYMENTS'] ?? 1_000_000);
const SMALL_SIZE = 10_000;
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
  const cells = [before, after].flatMap(({ blocks, milliseconds }) => [String(blocks), milliseconds.toFixed(1)]);
  return `| ${[nameOf(entry), ...cells, after.passedOver].join(' | ')} |`;
}

afterAll(() => {
  const head = `| statement | ${SMALL_SIZE}: blocks | ms | ${LARGE_SIZE}: blocks | ms | passed over |\n|---|---|---|---|---|---|`;
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
});

describe('a statement at its tenth execution in a large database', () => {
  it.each(STATEMENTS.map((entry) => [nameOf(entry), entry] as const))('%s reads little', async (_name, entry) => {
    const before = await measure(small.url, entry, small.sample);
    const after = await measure(large.url, entry, large.sample);
    lines.push(lineOf(entry, [before, after]));
    expect(after.blocks).toBeLessThanOrEqual(entry.blocks);
    expect(after.passedOver).toBeLessThanOrEqual(entry.passedOver ?? PASSED_OVER);
    expect(after.scanned).toEqual([]);
  });
});
