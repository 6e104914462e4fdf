import { CustomEndpointLimitsBody } from '../../../domain/limits/custom-endpoint-limits-schema';

describe('custom endpoint limits of a body', () => {
  it('are taken as numbers by name', () => {
    expect(CustomEndpointLimitsBody.parse({ track: 5, statusReport: null })).toEqual({ track: 5 });
  });

  it('are refused with a fault at each name', () => {
    const { error } = CustomEndpointLimitsBody.safeParse({ colour: 5, track: 0, statusReport: 7 });
    const faults = error?.issues.map((issue) => [issue.path, issue.code === 'custom' && issue.params?.['code']]);
    expect(faults).toEqual([
      [['colour'], 'unknown'],
      [['track'], 'range'],
    ]);
    expect(CustomEndpointLimitsBody.safeParse([5]).success).toBe(false);
  });
});
