import { targetFault } from '../../../domain/webhooks/target';
import { TARGET_VECTORS } from './target-vectors';

describe('the address of a webhook', () => {
  it('knows about two hundred addresses', () => {
    expect(TARGET_VECTORS.length).toBeGreaterThanOrEqual(200);
  });

  it.each(TARGET_VECTORS)('%s is judged %s when it is subscribed', (url, fault) => {
    expect(targetFault(url, [])).toBe(fault);
  });
});
