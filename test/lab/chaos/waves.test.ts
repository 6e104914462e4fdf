import { WaveReceiver } from '../../../lab/chaos/waves';
import { EVENT_TYPES } from '../../../domain/webhooks/events';
import { secretOf, signDelivery } from '../../../domain/webhooks/signature';

const [old, fresh] = [secretOf(Buffer.alloc(32, 1)), secretOf(Buffer.alloc(32, 2))];

/** A delivery as it arrives, parsed. */
function arriving(index: number, secrets: [string, ...string[]]) {
  const type = EVENT_TYPES[index];
  if (type === undefined) throw new Error('there is no such event');
  const event = { id: `evt_${index}`, type: type.name, createdAt: new Date(), object: type.sample };
  const { headers, body } = signDelivery(event, secrets, new Date());
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { headers: Object.fromEntries(lower), body: JSON.parse(body.toString('utf8')) as unknown };
}

describe('the receiver of waves', () => {
  it('refuses every event once and takes it then, during a rotation too', () => {
    const receiver = new WaveReceiver();
    receiver.secret = old;
    for (const index of EVENT_TYPES.keys()) {
      expect(receiver.answer(arriving(index, [old]))).toBe(503);
      expect(receiver.answer(arriving(index, [old, fresh]))).toBe(200);
    }
    expect(receiver.received.size).toBe(EVENT_TYPES.length);
    expect(receiver.unsigned.size).toBe(0);
  });

  it('keeps what it could not verify for the judges', () => {
    const receiver = new WaveReceiver();
    receiver.secret = old;
    expect(receiver.answer(arriving(0, [fresh]))).toBe(401);
    expect([...receiver.unsigned]).toEqual(['evt_0']);
  });
});
