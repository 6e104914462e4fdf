import { missingEventText, nearestEvent, unknownEventText } from '../../../domain/webhooks/event-names';
import { SUBSCRIBABLE } from '../../../domain/webhooks/events';

describe('a misspelt name', () => {
  it.each([
    ['payment.setled', 'payment.settled'],
    ['payment_settled', 'payment.settled'],
    ['Shipment.Created', 'shipment.created'],
    ['payments.settled', 'payment.settled'],
    // Others of their family, but not spelt like one of it.
    ['payment.paid', null],
    ['document.ready', null],
    ['weather', null],
  ])('such as %s stands for %j', (text, expected) => expect(nearestEvent(text, SUBSCRIBABLE)).toBe(expected));
});

describe('what is said of names', () => {
  it('is where to find them, unless one is near', () => {
    const advice = 'GET /v1/event-types lists the names of events, such as payment.settled';
    expect(unknownEventText('payment.setled')).toBe('is not an event name; did you mean payment.settled?');
    expect(unknownEventText('weather')).toBe(`is not an event name; ${advice}`);
    expect(unknownEventText('payment.al')).toBe(`is not an event name; ${advice}`);
    expect(missingEventText({})).toBe(`is required; ${advice}`);
    expect(missingEventText({ input: 3 })).toBeUndefined();
  });
});
