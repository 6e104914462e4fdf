import { changesOf, checkEndpoint, endpointFields, NEW_ENDPOINT } from '../../console/endpoint-fields';
import type { Subscription } from '../../db/webhooks/subscriptions';

const ENDPOINT: Subscription = {
  id: 'whk_1',
  url: 'https://receiver.example/hook',
  events: ['payment.*'],
  description: '',
  enabled: true,
  disabled_reason: null,
  created_at: new Date(0),
  header_names: ['X-Team'],
  filter: { status: ['settled', 'a, b', '5', 'true'], amount: [5, true] },
  rate_per_second: 20,
  ordered: true,
  labels: { team: 'ledger' },
  include_amount: false,
  breaker: true,
};

describe('the fields of an endpoint', () => {
  it('say the same when nothing is changed, whatever values a filter has', () => {
    const checked = checkEndpoint(endpointFields(ENDPOINT));
    expect(checked).toMatchObject({ ok: true, value: { filter: ENDPOINT.filter, headers: undefined } });
    if (checked.ok) expect(changesOf(ENDPOINT, checked.value)).toEqual({});
  });

  it('take away what is emptied, and headers only when asked', () => {
    const emptied = { ...endpointFields(ENDPOINT), filter: '', labels: '', rate: '', ordered: false };
    const checked = checkEndpoint(emptied);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(changesOf(ENDPOINT, checked.value)).toEqual({ filter: {}, labels: {}, rate_per_second: 0, ordered: false });
    const without = checkEndpoint({ ...endpointFields(ENDPOINT), withoutHeaders: true });
    expect(without).toMatchObject({ ok: true, value: { headers: {} } });
  });

  it('name every fault at its field', () => {
    const checked = checkEndpoint({
      ...NEW_ENDPOINT,
      events: [],
      headers: 'Host: elsewhere',
      filter: 'a path: settled',
      labels: 'one: 1\none: 2',
      rate: 'many',
    });
    expect(checked).toEqual({
      ok: false,
      faults: {
        url: 'Enter the address that events are sent to.',
        events: 'Choose at least one event.',
        headers: 'Host is a header that the service sets itself',
        filter: expect.stringContaining('a path must be a path'),
        labels: 'Line 2: one is there twice.',
        rate: expect.stringMatching(/^The rate must be/),
      },
    });
  });
});
