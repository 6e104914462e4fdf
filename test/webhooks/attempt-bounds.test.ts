import { AttemptBounds, FIRST_ATTEMPTS, WORKFLOW_SLOTS } from '../../activities/webhooks/attempt-bounds';

const LIMITS = { total: 6, ofOneOrigin: 2, ofOneAccount: 3 };

describe('first attempts inside workflow tasks', () => {
  it('are bounded for one origin, and others go on', () => {
    const bounds = new AttemptBounds(LIMITS);
    const hanging = { origin: 'https://hang.example', accountId: 'acc_1' };
    expect([bounds.admit(hanging), bounds.admit(hanging)]).not.toContain(null);
    expect(bounds.admit(hanging)).toBeNull();
    expect(bounds.admit({ origin: 'https://good.example', accountId: 'acc_1' })).not.toBeNull();
  });

  it('are bounded for one account over all its origins, and other accounts go on', () => {
    const bounds = new AttemptBounds(LIMITS);
    for (const host of ['one', 'two', 'three'])
      expect(bounds.admit({ origin: `https://${host}.example`, accountId: 'acc_1' })).not.toBeNull();
    expect(bounds.admit({ origin: 'https://four.example', accountId: 'acc_1' })).toBeNull();
    expect(bounds.admit({ origin: 'https://four.example', accountId: 'acc_2' })).not.toBeNull();
  });

  it('are bounded in all, and an end makes room', () => {
    const bounds = new AttemptBounds(LIMITS);
    const endpoint = (n: number) => ({ origin: `https://h${n}.example`, accountId: `acc_${n}` });
    const releases = Array.from({ length: 6 }, (_, n) => bounds.admit(endpoint(n)));
    expect(bounds.admit(endpoint(6))).toBeNull();
    releases[0]?.();
    expect(bounds.admit(endpoint(6))).not.toBeNull();
  });

  it('leave workflow tasks for everything else', () => {
    expect(FIRST_ATTEMPTS.total).toBeLessThan(WORKFLOW_SLOTS);
  });
});
