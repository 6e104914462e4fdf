import { checkPublished, PublishEvent } from '../../../domain/webhooks/publish';

const BUYER = { id: 'match-1', hs_code: '090111' };
const SHIPMENT = {
  id: 'shp_1',
  origin_country: 'VN',
  destination_country: 'DE',
  hs_code: null,
  status: 'pending',
  created_at: '2026-01-31T12:00:00.000Z',
};
const publish = (type: string, object: Record<string, unknown>, environment: 'test' | 'live' = 'test') =>
  checkPublished({ type, object, environment });

/** Source: docs/GAPS.md#W9 */
describe('what an operator publishes', () => {
  it('is an event with the object of its type, on either side', () => {
    expect(publish('buyer.matched', BUYER)).toEqual({ type: 'buyer.matched', object: BUYER });
    expect(publish('buyer.matched', BUYER, 'live')).toEqual({ type: 'buyer.matched', object: BUYER });
  });

  it('loses members that the type does not know', () => {
    expect(publish('shipment.created', { ...SHIPMENT, buyer: 'secret' })).toEqual({
      type: 'shipment.created',
      object: SHIPMENT,
    });
  });

  it('is refused with every fault named', () => {
    expect(publish('shipment.created', { ...SHIPMENT, hs_code: undefined, status: 'lost' })).toMatchObject([
      { field: 'object.hs_code', code: 'invalid_type', message: 'is required' },
      { field: 'object.status', code: 'invalid_value', message: expect.stringContaining('must be one of') },
    ]);
  });

  it('is no event of payments on the live side', () => {
    const object = {
      instructionId: 'instr_1',
      status: 'settled',
      previousStatus: null,
      clientReference: null,
      sequence: 1,
    };
    expect(publish('payment.settled', object)).toMatchObject({ type: 'payment.settled' });
    expect(publish('payment.settled', object, 'live')).toMatchObject([{ field: 'type', code: 'payments_only' }]);
  });

  it('has a name', () => expect(publish('buyer.lost', BUYER)).toMatchObject([{ field: 'type', code: 'event' }]));
});

it('the body of a publication names event, account and object', () => {
  const body = { type: 'buyer.matched', account: 'acc_1', object: BUYER };
  const takes = (overrides: object) => PublishEvent.safeParse({ ...body, ...overrides }).success;
  expect([takes({}), takes({ environment: 'live' }), takes({ environment: null })]).toEqual([true, true, true]);
  expect([
    takes({ type: 'payment.*' }),
    takes({ account: '' }),
    takes({ environment: 'prod' }),
    takes({ object: [] }),
  ]).toEqual([false, false, false, false]);
});
