import type { ClientPrincipal, PartnerPrincipal } from '../../../domain/auth/principal';
import { requestBuckets } from '../../../domain/limits/request-buckets';

const client: ClientPrincipal = {
  kind: 'client',
  keyId: 'key_1',
  memberId: null,
  creatorId: null,
  tenant: { accountId: 'acc_1', environment: 'test' },
  scopes: [],
  plan: 'free',
  customLimits: {},
  endpointLimits: true,
  customEndpointLimits: {},
  isStrict: false,
};
const partner: PartnerPrincipal = {
  kind: 'partner',
  keyId: 'key_2',
  partnerId: 'ptn_1',
  partnerName: 'Partner',
  authMode: 'bearer',
  isDisabled: false,
  endpointLimits: true,
  customEndpointLimits: {},
};

describe('buckets of a request', () => {
  // Source: specification, "Limits", plan tiers and per-endpoint limits
  it.each([
    ['free', 10, 100, 1_000],
    ['starter', 60, 1_000, 10_000],
    ['professional', 300, 5_000, 100_000],
  ] as const)('gives plan %s its three', (plan, minute, hour, day) => {
    expect(requestBuckets({ ...client, plan }, null).plan).toEqual([
      { limit: minute, period: 'minute' },
      { limit: hour, period: 'hour' },
      { limit: day, period: 'day' },
    ]);
  });

  it.each([
    ['createInstruction', 100],
    ['getInstruction', 300],
    ['statusReport', 500],
    ['settlementConfirmation', 500],
    ['track', 60],
  ] as const)('adds the bucket of %s', (limit, perMinute) => {
    expect(requestBuckets(client, limit).endpoint).toEqual({ limit: perMinute, period: 'minute' });
    expect(requestBuckets({ ...client, endpointLimits: false }, limit).endpoint).toBeNull();
  });

  it('takes the numbers of an Enterprise key and of a partner in place of the standard ones', () => {
    const customEndpointLimits = { createInstruction: 1_000, statusReport: 2_000 };
    const enterprise = { ...client, plan: 'enterprise' as const, customEndpointLimits };
    expect(requestBuckets(enterprise, 'createInstruction')).toEqual({
      plan: [{ limit: 100_000, period: 'minute' }],
      endpoint: { limit: 1_000, period: 'minute' },
    });
    expect(requestBuckets(enterprise, 'track').endpoint).toEqual({ limit: 60, period: 'minute' });
    expect(requestBuckets(enterprise, null).endpoint).toBeNull();
    expect(requestBuckets({ ...enterprise, endpointLimits: false }, 'createInstruction').endpoint).toBeNull();
    const limited = { ...partner, customEndpointLimits };
    expect(requestBuckets(limited, 'statusReport')).toEqual({ plan: [], endpoint: { limit: 2_000, period: 'minute' } });
    expect(requestBuckets(limited, 'settlementConfirmation').endpoint).toEqual({ limit: 500, period: 'minute' });
  });

  it('holds the numbers of a key within what a bucket may hold', () => {
    const limited = { ...partner, customEndpointLimits: { statusReport: 2_000_000_000 } };
    expect(requestBuckets(limited, 'statusReport').endpoint).toEqual({ limit: 100_000_000, period: 'minute' });
  });

  it.each(['free', 'starter', 'professional'] as const)('leaves a key of plan %s the standard ones', (plan) => {
    const left = { ...client, plan, customEndpointLimits: { createInstruction: 1_000 } };
    expect(requestBuckets(left, 'createInstruction').endpoint).toEqual({ limit: 100, period: 'minute' });
  });

  it('lets an Enterprise key have numbers of its own, and 100,000 a minute without', () => {
    const enterprise = { ...client, plan: 'enterprise' as const };
    expect(requestBuckets(enterprise, null).plan).toEqual([{ limit: 100_000, period: 'minute' }]);
    expect(requestBuckets({ ...enterprise, customLimits: { perHour: 7 } }, null).plan).toEqual([
      { limit: 7, period: 'hour' },
    ]);
    expect(requestBuckets({ ...enterprise, customLimits: { perMinute: 5, perDay: 9 } }, null).plan).toEqual([
      { limit: 5, period: 'minute' },
      { limit: 9, period: 'day' },
    ]);
  });

  it('gives no operator the bucket of an endpoint', () => {
    const operator = { kind: 'operator', keyId: 'key_3', label: 'ops', personId: 'usr_1', roles: [] } as const;
    const plan = [{ limit: 100_000, period: 'minute' }];
    expect(requestBuckets(operator, 'createInstruction')).toEqual({ plan, endpoint: null });
  });

  it('leaves a key of another plan what its numbers do not change', () => {
    expect(requestBuckets({ ...client, customLimits: { perHour: 7 } }, null).plan).toEqual([
      { limit: 10, period: 'minute' },
      { limit: 7, period: 'hour' },
      { limit: 1_000, period: 'day' },
    ]);
    expect(requestBuckets(partner, null)).toEqual({ plan: [{ limit: 100_000, period: 'minute' }], endpoint: null });
  });

  it('gives a partner the bucket of the endpoint alone, and something to show where there is none', () => {
    expect(requestBuckets(partner, 'statusReport')).toEqual({
      plan: [],
      endpoint: { limit: 500, period: 'minute' },
    });
    expect(requestBuckets({ ...partner, endpointLimits: false }, 'statusReport')).toEqual({
      plan: [{ limit: 100_000, period: 'minute' }],
      endpoint: null,
    });
  });
});
