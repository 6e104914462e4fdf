import {
  customEndpointLimitFaults,
  ENDPOINT_LIMIT_NAMES,
  mayHaveCustomEndpointLimits,
  parseCustomEndpointLimits,
  readCustomEndpointLimits,
} from '../../../domain/limits/custom-endpoint-limits';

const NAMES = 'createInstruction, getInstruction, statusReport, settlementConfirmation, track, partnerInstructions';
const RANGE = 'must be a whole number from 1 to 100000000';
const UNKNOWN = `is not one of ${NAMES}`;
const FORM = 'is not of the form createInstruction=1000';

describe('custom endpoint limits as an object', () => {
  it('are numbers by row of the endpoint table', () => {
    expect(ENDPOINT_LIMIT_NAMES.join(', ')).toBe(NAMES);
    const sent = {
      createInstruction: 1,
      getInstruction: 2,
      statusReport: 100_000_000,
      settlementConfirmation: 4,
      track: 5,
    };
    expect(readCustomEndpointLimits(sent)).toEqual({ limits: sent, faults: [] });
    expect(readCustomEndpointLimits({})).toEqual({ limits: {}, faults: [] });
    expect(readCustomEndpointLimits({ track: null, statusReport: 7 })).toEqual({
      limits: { statusReport: 7 },
      faults: [],
    });
  });

  it.each([0, -1, 1.5, 100_000_001, Infinity, NaN, '5', true, [5], { of: 5 }])('refuse %p as a number', (value) => {
    expect(readCustomEndpointLimits({ track: value, statusReport: 7 })).toEqual({
      limits: { statusReport: 7 },
      faults: [{ field: 'track', code: 'range', message: RANGE }],
    });
  });

  it('name every fault', () => {
    const sent = { colour: 5, Track: 5, toString: 5, createInstruction: 0, track: 1e9 };
    expect(readCustomEndpointLimits(sent)).toEqual({
      limits: {},
      faults: [
        { field: 'colour', code: 'unknown', message: UNKNOWN },
        { field: 'Track', code: 'unknown', message: UNKNOWN },
        { field: 'toString', code: 'unknown', message: UNKNOWN },
        { field: 'createInstruction', code: 'range', message: RANGE },
        { field: 'track', code: 'range', message: RANGE },
      ],
    });
  });
});

describe('custom endpoint limits as a text', () => {
  it.each([
    ['createInstruction=1000,statusReport=2000', { createInstruction: 1_000, statusReport: 2_000 }],
    [' track = 5 , getInstruction=100000000,', { track: 5, getInstruction: 100_000_000 }],
    ['settlementConfirmation=1', { settlementConfirmation: 1 }],
  ])('are read: %p', (text, limits) => {
    expect(parseCustomEndpointLimits(text)).toEqual({ limits, faults: [] });
  });

  it.each(['', ' ', ',', ' , ,'])('name something: %p', (text) => {
    const { faults } = parseCustomEndpointLimits(text);
    expect(faults).toEqual([{ field: '', code: 'too_small', message: `name at least one of ${NAMES}` }]);
  });

  it.each(['track', '=5', 'track=5=6', 'none'])('are pairs of name and number: %p', (text) => {
    expect(parseCustomEndpointLimits(text)).toEqual({
      limits: {},
      faults: [{ field: text, code: 'form', message: FORM }],
    });
  });

  it.each([
    'track=',
    'track=0',
    'track=-5',
    'track=+5',
    'track=1.5',
    'track=1e3',
    'track=100000001',
    'track=x5',
    'track=5x',
  ])('have whole numbers within the bounds: %p', (text) => {
    expect(parseCustomEndpointLimits(text)).toEqual({
      limits: {},
      faults: [{ field: 'track', code: 'range', message: RANGE }],
    });
  });

  it('name every fault', () => {
    const { faults } = parseCustomEndpointLimits('statusReport,track=5,track=6,colour=7,createInstruction=0');
    expect(faults).toEqual([
      { field: 'statusReport', code: 'form', message: FORM },
      { field: 'track', code: 'twice', message: 'is there twice' },
      { field: 'colour', code: 'unknown', message: UNKNOWN },
      { field: 'createInstruction', code: 'range', message: RANGE },
    ]);
  });
});

describe('who may have custom endpoint limits', () => {
  // Source: docs/GAPS.md#L1: Enterprise keys and partners
  it.each([
    { kind: 'client', plan: 'enterprise' },
    { kind: 'partner', plan: null },
  ] as const)('has %p', (key) => {
    expect(mayHaveCustomEndpointLimits(key)).toBe(true);
    expect(customEndpointLimitFaults(key)).toEqual([]);
  });

  it.each([
    [{ kind: 'client', plan: 'free' }, 'the plan of this key is free'],
    [{ kind: 'client', plan: 'professional' }, 'the plan of this key is professional'],
    [{ kind: 'client', plan: null }, 'the plan of this key is free'],
    [{ kind: 'operator', plan: null }, "this key is an operator's"],
  ] as const)('has not %p', (key, why) => {
    expect(mayHaveCustomEndpointLimits(key)).toBe(false);
    const message = `Custom endpoint limits are for Enterprise keys and partners, and ${why}.`;
    expect(customEndpointLimitFaults(key)).toEqual([{ field: 'customEndpointLimits', code: 'plan', message }]);
  });
});
