import { Webhook } from 'standardwebhooks';
import { curlCommand } from '../../../domain/webhooks/curl-command';
import { secretOf, signDelivery } from '../../../domain/webhooks/signature';
import { readCurl, type CurlRequest } from '../../support/read-curl';

const SECRET = secretOf(Buffer.alloc(32, 7));
const ODD = `it's "$HOME" \`id\` $(id) \\ ! * ~ é \u2028\n;&|`;

function requestWith(object: Record<string, unknown>, target: { url?: string; own?: string[] } = {}): CurlRequest {
  const event = { id: 'evt_1', type: 'shipment.created', createdAt: new Date(), object };
  const { url = 'https://example.com/hook', own = [] } = target;
  return readCurl(curlCommand({ url, own, signed: signDelivery(event, [SECRET], new Date()) }));
}

describe('a delivery as a command of curl', () => {
  it('reaches a receiver byte for byte, whatever stands in its event', () => {
    const { body, headers } = requestWith({ note: ODD });
    expect(new Webhook(SECRET).verify(body, headers)).toMatchObject({ data: { object: { note: ODD } } });
  });

  it('has every header of an attempt, and those of the endpoint to be filled in', () => {
    expect(requestWith({}, { own: ['X-Api-Key'] }).headers).toEqual({
      'X-Api-Key': '<X-Api-Key>',
      'Content-Type': 'application/json',
      'User-Agent': 'Corridor-Webhooks/1',
      'X-Service-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-id': 'evt_1',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
  });

  it('goes to the target as it is written', () => {
    const url = "https://example.com/it's?ids[]={1,2}&then=$(id)";
    const request = requestWith({}, { url });
    expect(request.url).toBe(url);
    // Brackets and braces mean something to curl itself.
    expect(request.words).toContain('--globoff');
  });
});
