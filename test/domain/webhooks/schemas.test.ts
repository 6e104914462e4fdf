import { plainWords } from '../../../domain/schema-words';
import {
  CreateWebhook,
  EventPosition,
  EventTypeFilter,
  StreamSeconds,
  TestWebhook,
  UpdateWebhook,
} from '../../../domain/webhooks/schemas';

const URL = 'https://example.com/hooks';
const messages = (result: { error?: { issues: readonly { message: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ message }) => message);

/** Source: specification, "Webhook management (prefix `/v1`)" */
describe('a subscription', () => {
  const create = (overrides: object) => CreateWebhook.safeParse({ url: URL, events: ['*'], ...overrides });

  it('names each event once', () => {
    expect(create({ events: ['payment.settled', '*', 'payment.settled'] }).data?.events).toEqual([
      'payment.settled',
      '*',
    ]);
    expect(create({ events: [] }).success).toBe(false);
  });

  it('is told which event was meant', () => {
    expect(messages(create({ events: ['payment.setled'] }))).toEqual([
      'is not an event that can be subscribed to; did you mean payment.settled?',
    ]);
    expect(messages(create({ events: ['weather'] }))).toEqual([
      expect.stringMatching(/^is not an event that can be subscribed to; those are shipment\.created, /),
    ]);
  });

  it('is told where the names of events stand', () => {
    expect(messages(CreateWebhook.safeParse({ url: URL }, { error: plainWords }))).toEqual([
      'is required; GET /v1/event-types lists the names of events, such as payment.settled',
    ]);
    expect(messages(CreateWebhook.safeParse({ url: URL, events: 'x' }, { error: plainWords }))).toEqual([
      'must be a list',
    ]);
  });

  it('has an address of 2,048 characters and a description of 500', () => {
    const takes = (url: number, description: number) =>
      create({ url: URL.padEnd(url, 'a'), description: 'd'.repeat(description) }).success;
    expect([takes(2_048, 500), takes(2_049, 500), takes(2_048, 501)]).toEqual([true, false, false]);
  });

  it('changes by what is named', () => {
    expect(UpdateWebhook.parse({ enabled: false })).toEqual({ enabled: false });
    expect(UpdateWebhook.safeParse({ events: ['weather'] }).success).toBe(false);
  });
});

it('a test sends one event, or the change of a status', () => {
  const takes = (event: string) => TestWebhook.safeParse({ event }).success;
  expect(['payment.settled', 'payment.status_changed', 'payment.*', 'weather'].map(takes)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const told = (body: object) => messages(TestWebhook.safeParse(body, { error: plainWords }));
  expect(told({ event: 'payment.setled' })).toEqual(['is not an event name; did you mean payment.settled?']);
  for (const body of [{}, { event: 'weather' }]) expect(told(body).join()).toContain('GET /v1/event-types lists');
});

describe('the events of a list', () => {
  it('are named, or stood for by patterns, each once', () => {
    expect(EventTypeFilter.parse('shipment.created, shipment.*')).toEqual([
      'shipment.created',
      'shipment.updated',
      'shipment.deleted',
      'shipment.finding',
    ]);
    expect(EventTypeFilter.parse(undefined)).toBeUndefined();
  });
  it('that stand for nothing are named together', () => {
    expect(messages(EventTypeFilter.safeParse('weather,*,rain'))).toEqual([
      'matches no event: "weather", "rain"; GET /v1/event-types lists the names of events, such as payment.settled',
    ]);
  });
});

describe('where a log goes on', () => {
  const id = `evt_${'1'.repeat(26)}`;
  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  it('is an event, by its id or in a cursor', () => {
    expect([EventPosition.parse(id), EventPosition.parse(cursor(id)), EventPosition.parse(undefined)]).toEqual([
      id,
      id,
      undefined,
    ]);
  });
  it.each(['evt_1', cursor(`shp_${'1'.repeat(26)}`), ''])('is not "%s"', (text) => {
    expect(messages(EventPosition.safeParse(text))).toEqual([
      'must be the id of an event or a cursor of an earlier answer',
    ]);
  });
});

describe('the length of a stream', () => {
  it.each([
    [undefined, 300],
    ['0', 0],
    ['3600', 3_600],
  ])('%s is %i seconds', (text, seconds) => expect(StreamSeconds.parse(text)).toBe(seconds));
  it.each(['3601', '-1', '1.5', '99999', 'x1', '1x', ''])('is not "%s"', (text) => {
    expect(messages(StreamSeconds.safeParse(text))).toEqual(['must be a whole number from 0 to 3600']);
  });
});
