import { WORDS } from '../../../console/words/use-words';
import {
  endpointBody,
  changedOptions,
  endpointFields,
  faultsOfEndpoint,
  NEW_ENDPOINT,
} from '../../../console/webhooks/endpoint-fields';
import type { Subscription } from '../../../db/webhooks/subscriptions';

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
  destination: null,
};

it('the form of an endpoint changes nothing where nothing is changed, whatever values a filter has', () => {
  const body = endpointBody(endpointFields(ENDPOINT));
  expect(body['filter']).toEqual(ENDPOINT.filter);
  expect(body).not.toHaveProperty('headers');
  expect(changedOptions(ENDPOINT, body)).toEqual({});
});

it('the form of an endpoint takes away what is emptied, and headers only when asked', () => {
  const emptied = { ...endpointFields(ENDPOINT), filter: '', labels: '', rate: '', ordered: false };
  const changes = { filter: {}, labels: {}, rate_per_second: 0, ordered: false };
  expect(changedOptions(ENDPOINT, endpointBody(emptied))).toEqual(changes);
  const without = { ...endpointFields(ENDPOINT), withoutHeaders: true };
  expect(changedOptions(ENDPOINT, endpointBody(without))).toEqual({ headers: {} });
});

it('a text of an endpoint that cannot be read is left for the schema to refuse', () => {
  const entered = { ...NEW_ENDPOINT, headers: 'Host elsewhere', labels: 'one: 1\none: 2', rate: 'many' };
  expect(endpointBody(entered)).toMatchObject({
    headers: 'Host elsewhere',
    labels: 'one: 1\none: 2',
    rate_per_second: 'many',
  });
});

it('faults of an endpoint stand at its fields, and say what is at fault inside of one', () => {
  const faults = {
    url: 'must be filled in',
    'events.0': 'is not an event',
    'headers.Host': 'is a header that the service sets itself',
    'headers.Date': 'is a header that the service sets itself',
    filter: 'must be an object',
    rate_per_second: 'must be a number',
    include_amount: 'must be true or false',
  };
  expect(faultsOfEndpoint(faults, { ...NEW_ENDPOINT, filter: 'status settled' }, WORDS.en)).toEqual({
    url: 'must be filled in',
    events: 'is not an event',
    headers: 'Host is a header that the service sets itself',
    filter: 'Line 1: write it as path: value, value.',
    rate: 'must be a number',
    includeAmount: 'must be true or false',
  });
});
