import { FIRST_ANSWERS, scriptOf } from '../../../lab/chaos/partner/script';
import { Random } from '../../../lab/chaos/random';
import { describeFault, FAULT_KINDS, makePlan } from '../../../lab/chaos/schedule';

const OPTIONS = {
  seed: 7,
  payments: 30,
  runMs: 60_000,
  faults: 40,
  standstillMs: [2_000, 6_000] as const,
  without: [],
};

describe('a plan', () => {
  it('is the same for the same seed and another for another', () => {
    expect(makePlan(OPTIONS)).toEqual(makePlan(OPTIONS));
    expect(makePlan({ ...OPTIONS, seed: 8 }).faultList).not.toEqual(makePlan(OPTIONS).faultList);
  });

  it('has as many faults as asked, in order, within the run', () => {
    const { faultList } = makePlan(OPTIONS);
    const times = faultList.map(({ atMs }) => atMs);
    expect(faultList).toHaveLength(40);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(Math.max(...times)).toBeLessThan(OPTIONS.runMs);
  });

  it('deals every kind of fault before it deals one again', () => {
    const { faultList } = makePlan({ ...OPTIONS, faults: 21 });
    expect(new Set(faultList.map(({ kind }) => kind)).size).toBe(FAULT_KINDS.length);
  });

  it('has nothing that is left out, and as many faults all the same', () => {
    const { faultList } = makePlan({ ...OPTIONS, without: ['lose_temporal', 'kill'] });
    expect(faultList).toHaveLength(40);
    expect(new Set(faultList.map(({ kind }) => kind)).size).toBe(FAULT_KINDS.length - 2);
    expect(() => makePlan({ ...OPTIONS, without: FAULT_KINDS })).toThrow('no kind of fault is left');
  });

  it('keeps standstills within their range', () => {
    const lengths = makePlan(OPTIONS).faultList.flatMap((fault) => (fault.kind === 'freeze' ? [fault.durationMs] : []));
    expect(lengths.length).toBeGreaterThan(0);
    for (const length of lengths) {
      expect(length).toBeGreaterThanOrEqual(2_000);
      expect(length).toBeLessThanOrEqual(6_000);
    }
  });

  it('is described in words', () => {
    const fault = { kind: 'freeze', process: 'api-1', atMs: 12_400, durationMs: 33_000 } as const;
    expect(describeFault(fault)).toBe('  12.4 s  freeze api-1 for 33.0 s');
    const shift = { ...fault, kind: 'shift_clock', process: 'worker-1', shiftMs: -6_000 } as const;
    expect(describeFault(shift)).toBe('  12.4 s  shift_clock worker-1 by -6 s for 33.0 s');
  });
});

describe('a partner', () => {
  it('treats an intent alike in every run of a seed', () => {
    expect(scriptOf(7, 'north', 3)).toEqual(scriptOf(7, 'north', 3));
  });

  it('has ways of its own', () => {
    const scripts = (name: 'north' | 'south') => Array.from({ length: 20 }, (_, intent) => scriptOf(7, name, intent));
    expect(scripts('south')).not.toEqual(scripts('north'));
  });

  it('answers in every way that there is', () => {
    const firsts = Array.from({ length: 500 }, (_, intent) => scriptOf(7, 'north', intent).first);
    expect(new Set(firsts)).toEqual(new Set(FIRST_ANSWERS));
  });
});

describe('random numbers', () => {
  it('lie in their range and reach both ends', () => {
    const random = new Random(1, 'range');
    const drawn = new Set(Array.from({ length: 500 }, () => random.integer(1, 6)));
    expect([...drawn].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('differ by label', () => {
    expect(new Random(1, 'a').next()).not.toBe(new Random(1, 'b').next());
  });
});
