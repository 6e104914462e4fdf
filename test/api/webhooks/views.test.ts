import { deliveryView } from '../../../api/webhooks/views';
import type { DeliveryRow } from '../../../db/webhooks/deliveries';

const READ: DeliveryRow = {
  id: 'dlv_1',
  event_id: 'evt_1',
  event: 'payment.settled',
  webhook_id: 'wh_1',
  status: 'pending',
  is_test: false,
  next_attempt_at: new Date('2026-11-20T10:00:00Z'),
  is_due: false,
  attempts: [],
};

describe('a delivery as the API shows it', () => {
  it('has its next attempt at the turn that it waits for, given after it was read', () => {
    const until = '2026-11-20T10:00:03.000Z';
    const shown = deliveryView(READ, { reason: 'rate', until });
    expect(shown).toMatchObject({ waits_for: { reason: 'rate', until }, next_attempt_at: until });
  });

  it('has its own next attempt where it waits for nothing, and none where another goes first', () => {
    expect(deliveryView(READ)).toMatchObject({ next_attempt_at: '2026-11-20T10:00:00.000Z' });
    expect(deliveryView(READ)).not.toHaveProperty('waits_for');
    const behind = deliveryView({ ...READ, next_attempt_at: null }, { reason: 'order', delivery_id: 'dlv_0' });
    expect(behind).toMatchObject({ waits_for: { reason: 'order', delivery_id: 'dlv_0' }, next_attempt_at: null });
  });
});
