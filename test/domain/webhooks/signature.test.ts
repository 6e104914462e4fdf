import { secretOf, signDelivery } from '../../../domain/webhooks/signature';

/** Secrets, payloads and signatures worked out apart, with the HMAC and base64 of Python. */
const FIRST = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const SECOND = 'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=';
const CREATED_AT = new Date('2026-11-20T10:00:00Z');
const GENERAL = { id: 'evt_1', type: 'shipment.created', createdAt: CREATED_AT, object: { b: 1, a: [3] } };
const BODY =
  '{"created_at":"2026-11-20T10:00:00.000Z","data":{"object":{"a":[3],"b":1}},"id":"evt_1","type":"shipment.created"}';
const HEX_OF_BODY = 'febd9f7c6dfb28b200b61e4e4c62f7e748530f6d746b8d186a1fd76454a0f585';
const BY_FIRST = 'v1,foLSu+At0EJauhTlDNPqE3DZzO2S8y7yQF7TJgu+ucs=';
const BY_SECOND = 'v1,dBguRZRc8pElheI6IQLjXgw83iv4vFrf/zvoJHnE97o=';

const PAYMENT = {
  id: 'evt_2',
  type: 'payment.settled',
  createdAt: CREATED_AT,
  object: {
    instructionId: 'instr_1',
    status: 'settled',
    previousStatus: 'processing',
    clientReference: null,
    sequence: 3,
  },
};
const SIGNED_PAYMENT =
  '{"data":{"clientReference":null,"instructionId":"instr_1","previousStatus":"processing","sequence":3,"status":"settled"},' +
  '"event":"payment.status_changed","id":"evt_2",' +
  '"signature":"sha256=8a04d39ee32344548874459a4b452653b8ef6bb3bb37fb03902a8b61ba14b0e1",' +
  '"timestamp":"2026-11-20T10:00:00.000Z","type":"payment.settled"}';
const HEX_OF_PAYMENT = '58b40fb31199d132d5d3e721131889a887c7a723cd9602f0a54fca4cf25e970e';

/** Source: specification, "Authentication" 5; docs/GAPS.md#W2, docs/GAPS.md#W3 */
describe('a signed delivery', () => {
  it('of a general event', () => {
    const { body, headers } = signDelivery(GENERAL, [FIRST], CREATED_AT);
    expect(body.toString()).toBe(BODY);
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Corridor-Webhooks/1',
      'X-Service-Signature': HEX_OF_BODY,
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1795168800',
      'webhook-signature': BY_FIRST,
    });
  });

  it('of a payment bears its signature in the payload as well', () => {
    const { body, headers } = signDelivery(PAYMENT, [FIRST], CREATED_AT);
    expect(body.toString()).toBe(SIGNED_PAYMENT);
    expect(headers['X-Service-Signature']).toBe(HEX_OF_PAYMENT);
  });

  it('lists the signatures of both secrets during a rotation; the single-value forms stay with the first', () => {
    const { headers } = signDelivery(GENERAL, [FIRST, SECOND], CREATED_AT);
    expect(headers['webhook-signature']).toBe(`${BY_FIRST} ${BY_SECOND}`);
    expect(headers['X-Service-Signature']).toBe(HEX_OF_BODY);
  });

  it('says the second of its attempt, and carries the same payload at each', () => {
    const later = signDelivery(GENERAL, [FIRST], new Date(CREATED_AT.getTime() + 300_999));
    expect(later.headers['webhook-timestamp']).toBe('1795169100');
    expect(later.body.toString()).toBe(BODY);
    expect(later.headers['webhook-signature']).not.toBe(BY_FIRST);
  });

  it('has a secret over 32 random bytes', () => {
    expect(secretOf(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))).toBe(FIRST);
  });
});
