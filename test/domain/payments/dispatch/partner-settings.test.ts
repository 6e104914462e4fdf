import { PartnerCreate } from '../../../../domain/payments/dispatch/partner-settings';

const partner = { name: 'North', adapter: 'http', url: 'http://127.0.0.1:9' };

/** Fields at fault, each with the code that is its own. */
function faults(more: Record<string, unknown>): string[] {
  const issues = PartnerCreate.safeParse({ ...partner, ...more }).error?.issues ?? [];
  return issues.map((issue) => {
    const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : issue.code;
    return `${issue.path.join('.')}:${String(code)}`;
  });
}

describe('limits of single operations of a new partner', () => {
  it.each([
    {},
    { endpointLimits: false },
    { endpointLimits: false, customEndpointLimits: {} },
    { endpointLimits: false, customEndpointLimits: null },
    { endpointLimits: true, customEndpointLimits: { track: 5 } },
    { endpointLimits: null, customEndpointLimits: { track: 5 } },
  ])('are taken: %p', (limits) => {
    expect(faults(limits)).toEqual([]);
  });

  it('are either none or numbers, which is said beside other faults', () => {
    const both = { endpointLimits: false, customEndpointLimits: { track: 5 } };
    expect(faults(both)).toEqual(['customEndpointLimits:not_applicable']);
    expect(faults({ ...both, name: '' })).toEqual(['name:too_small', 'customEndpointLimits:not_applicable']);
    expect(faults({ customEndpointLimits: { track: 0 } })).toEqual(['customEndpointLimits.track:range']);
  });
});
