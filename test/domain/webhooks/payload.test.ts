import { eventPayload, eventView, withAmount } from '../../../domain/webhooks/payload';

const createdAt = new Date('2026-11-20T10:00:00Z');
const change = {
  instructionId: 'instr_1',
  status: 'pending',
  previousStatus: null,
  clientReference: null,
  sequence: 1,
};
const payment = { id: 'evt_2', type: 'payment.pending', createdAt, object: change };
const shipment = { id: 'evt_1', type: 'shipment.created', createdAt, object: { id: 'shp_1' } };

/** Source: specification, "Events"; docs/GAPS.md#W2 */
describe('the payload of an event', () => {
  it('of a general kind', () => {
    expect(eventPayload(shipment)).toEqual({
      id: 'evt_1',
      type: 'shipment.created',
      created_at: '2026-11-20T10:00:00.000Z',
      data: { object: { id: 'shp_1' } },
    });
  });

  it("of a payment's status", () => {
    expect(eventPayload(payment)).toEqual({
      id: 'evt_2',
      event: 'payment.status_changed',
      type: 'payment.pending',
      timestamp: '2026-11-20T10:00:00.000Z',
      data: change,
    });
  });

  it('bears created_at in the log, whatever its kind', () => {
    expect(eventView(shipment)).toEqual(eventPayload(shipment));
    expect(eventView(payment)).toEqual({ ...eventPayload(payment), created_at: '2026-11-20T10:00:00.000Z' });
  });
});

/** Source: docs/GAPS.md#W13 */
describe('a notification with the amount', () => {
  const about = { amount: 1250.5, currency: 'USD' };
  it('says it beside the other members, of a change of status', () => {
    expect(withAmount(payment, about)).toEqual({ ...payment, object: { ...change, ...about } });
  });
  it('says it of nothing else, nor where it is not known', () => {
    expect([withAmount(shipment, about), withAmount(payment, null)]).toEqual([shipment, payment]);
  });
});
