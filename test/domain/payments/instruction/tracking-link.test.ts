import { trackingCode, trackingLabel, trackingUrl } from '../../../../domain/payments/instruction/tracking-link';

it('a tracking link holds its id and what nobody can guess', () => {
  expect(trackingUrl('https://example.com', 'trk_1', 'abc')).toBe('https://example.com/track/trk_1?c=abc');
  expect(trackingLabel('trk_1')).toBe('tracking-link:trk_1');
  expect(trackingCode(Uint8Array.from([255, 255, 255, 251, 240]))).toBe('____-_A');
});
