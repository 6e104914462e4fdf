import { filledDatabase } from './filled-database';
import { measure } from './judge';
import { PASSED_OVER, readSample, type Sample } from './sample';
import { nameOf, STATEMENTS } from './statements';

/** Enough that an end-to-end read of a table, or of its primary key, stands out; made within seconds. */
const PAYMENTS = 20_000;

let url: string;
let sample: Sample;

beforeAll(async () => {
  url = await filledDatabase(PAYMENTS);
  sample = await readSample(url);
});

describe('a statement at its tenth execution', () => {
  it.each(STATEMENTS.map((entry) => [nameOf(entry), entry] as const))('%s reads little', async (_name, entry) => {
    const { blocks, passedOver } = await measure(url, entry, sample);
    expect(blocks).toBeLessThanOrEqual(entry.blocks);
    expect(passedOver).toBeLessThanOrEqual(entry.passedOver ?? PASSED_OVER);
  });
});
