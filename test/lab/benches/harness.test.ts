import { atLeast, atMost, alternate, plainRow, rowOf, verdictOf } from '../../../lab/benches/harness';
import { closedLoop, openLoop } from '../../../lab/benches/load';
import { BENCHES } from '../../../lab/benches/registry';
import { jsonOf, renderTable } from '../../../lab/benches/render';
import { median, percentile } from '../../../lab/benches/statistics';

const LABEL = { operation: 'read', unit: 'per s', floorName: 'F1', must: atLeast(0.6), aim: atLeast(1.2) };

describe('figures', () => {
  it('takes the middle of odd and even numbers of values', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('takes percentiles without inventing values', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(values, 0.5)).toBe(51);
    expect(percentile(values, 0.99)).toBe(100);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('lets floor and ours take rounds', async () => {
    const calls: string[] = [];
    const note = (name: string, value: number) => async () => {
      calls.push(name);
      return value;
    };
    const rounds = await alternate(2, note('floor', 10), note('ours', 5));
    expect(calls).toEqual(['floor', 'ours', 'floor', 'ours']);
    expect(rowOf(LABEL, rounds)).toMatchObject({ floor: 10, ours: 5, ratio: 0.5 });
  });

  it('takes the median of the ratios of rounds, not the ratio of medians', () => {
    const rounds = [
      { floor: 100, ours: 50 },
      { floor: 10, ours: 9 },
      { floor: 200, ours: 120 },
    ];
    expect(rowOf(LABEL, rounds).ratio).toBe(0.6);
  });
});

describe('verdicts', () => {
  const turnOf = (ours: number) => [{ floor: 10, ours }];

  it('judges the ratio where there is a floor', () => {
    expect(verdictOf(rowOf(LABEL, turnOf(5.9)))).toBe('missed');
    expect(verdictOf(rowOf(LABEL, turnOf(6)))).toBe('must met');
    expect(verdictOf(rowOf(LABEL, turnOf(12)))).toBe('aim met');
  });

  it('judges the figure itself where there is none', () => {
    const label = { operation: 'API', unit: 'MB', must: atMost(200), aim: null };
    expect(verdictOf(plainRow({ ...label, ours: 200 }))).toBe('must met');
    expect(verdictOf(plainRow({ ...label, ours: 201 }))).toBe('missed');
  });

  it('misses a promise whose figure was not had', () => {
    expect(verdictOf(rowOf(LABEL, []))).toBe('missed');
    expect(verdictOf(plainRow({ operation: 'API', unit: 'MB', ours: NaN, must: atMost(200), aim: null }))).toBe(
      'missed',
    );
  });

  it('only shows what nothing was promised about', () => {
    expect(verdictOf(plainRow({ operation: 'p50', unit: 'ms', ours: 3, must: null, aim: null }))).toBe('shown');
  });
});

describe('output', () => {
  const table = { title: 'Reads', rows: [rowOf(LABEL, [{ floor: 1000, ours: 500 }])], notes: ['On two cores.'] };

  it('is a table with its columns in line', () => {
    const [title, headings, rule, row, note] = renderTable(table).split('\n');
    expect(title).toBe('Reads');
    expect(headings).toMatch(/^operation +unit +floor +ours +ratio +must +aim +verdict$/);
    expect(rule).toMatch(/^[- ]+$/);
    expect(row).toMatch(/^read +per s +1000 \(F1\) +500 +0\.50 +>= 0\.6 +>= 1\.2 +missed$/);
    expect(note).toBe('* On two cores.');
  });

  it('is JSON that names what was missed', () => {
    expect(JSON.parse(JSON.stringify(jsonOf([table], { pace: 'quick' })))).toMatchObject({
      pace: 'quick',
      tables: [{ title: 'Reads', rows: [{ operation: 'read', verdict: 'missed' }] }],
      missed: ['read'],
    });
  });
});

describe('loads', () => {
  it('makes no more calls than allowed and keeps no more callers busy than asked', async () => {
    let inside = 0;
    let most = 0;
    const result = await closedLoop({ clients: 4, limitMs: 60_000, maxCalls: 25 }, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
    expect(result).toMatchObject({ count: 25, failed: 0 });
    expect(most).toBe(4);
  });

  it('begins no call once its time is spent', async () => {
    const result = await closedLoop({ clients: 2, limitMs: 0, maxCalls: 25 }, async () => undefined);
    expect(result.count).toBe(0);
  });

  it('counts failures apart', async () => {
    const fail = (index: number) => (index === 1 ? Promise.reject(new Error('no')) : Promise.resolve());
    expect(await openLoop({ perSecond: 1_000, count: 3 }, fail)).toMatchObject({ count: 2, failed: 1 });
  });
});

it('gives every benchmark a name of its own', () => {
  expect(new Set(BENCHES.map(({ name }) => name)).size).toBe(BENCHES.length);
});
