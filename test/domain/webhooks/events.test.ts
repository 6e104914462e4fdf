import {
  EVENT_TYPES,
  eventsMatching,
  findEventType,
  isEventName,
  isStatusEvent,
  OPERATIONAL_EVENTS,
  patternsOver,
  STATUS_EVENTS,
  SUBSCRIBABLE,
} from '../../../domain/webhooks/events';

/** Source: specification, "Events"; docs/GAPS.md#W1 */
describe('the events of the service', () => {
  it('can be subscribed to by name, and payments by patterns', () => {
    expect(SUBSCRIBABLE).toEqual(
      expect.arrayContaining(['shipment.created', 'payment.status_changed', 'payment.*', '*']),
    );
    expect(SUBSCRIBABLE).not.toContain('shipment.*');
    expect([isEventName('payment.settled'), isEventName('payment.*'), isEventName('payment.lost')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('have a sample that fits', () => {
    for (const { object, sample } of EVENT_TYPES) expect(object.safeParse(sample).success).toBe(true);
    for (const { description, source, sample } of EVENT_TYPES) {
      expect([description, source]).not.toContain('');
      expect(JSON.stringify(sample)).not.toMatch(/""|\[\]/);
    }
    expect(findEventType('payment.settled')?.sample).toMatchObject({ status: 'settled', previousStatus: 'processing' });
    expect(findEventType('payment.lost')).toBeUndefined();
  });

  it('of a change of status are one for each status', () => {
    expect(STATUS_EVENTS).toHaveLength(8);
    expect(OPERATIONAL_EVENTS).toEqual(['webhook.failing', 'webhook.disabled', 'delivery.failed']);
    expect([isStatusEvent('payment.returned'), isStatusEvent('payment.recall_updated')]).toEqual([true, false]);
  });
});

describe('patterns', () => {
  it.each([
    ['payment.settled', ['payment.settled', '*', 'payment.*', 'payment.status_changed']],
    ['payment.recall_updated', ['payment.recall_updated', '*', 'payment.*']],
    ['shipment.created', ['shipment.created', '*']],
  ])('over %s are %j', (name, expected) => expect(patternsOver(name)).toEqual(expected));

  it.each([
    ['shipment.*', ['shipment.created', 'shipment.updated', 'shipment.deleted', 'shipment.finding']],
    ['document.failed', ['document.failed']],
    ['payment.status_changed', [...STATUS_EVENTS]],
    ['shipment', []],
    ['nothing.*', []],
    ['ship.*', []],
  ])('such as %s stand for %j', (pattern, expected) => expect(eventsMatching(pattern)).toEqual(expected));

  it('stand for everything as *', () => expect(eventsMatching('*')).toHaveLength(EVENT_TYPES.length));
});
