import { HEALTHY, type BreakerState } from '../../../domain/breaker';
import { reachAfterAttempt } from '../../../domain/webhooks/breaker';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
const refused = { deliveryId: 'dlv_1', statusCode: null, error: 'connection_refused' };

function afterFaults(count: number, apartSeconds = 1): BreakerState {
  let reach: BreakerState = HEALTHY;
  for (let made = 0; made < count; made += 1) reach = reachAfterAttempt(reach, refused, at(made * apartSeconds));
  return reach;
}

/** Source: docs/GAPS.md#W15 */
describe('the breaker of an endpoint', () => {
  it('opens at the fifth attempt in a row without an answer, not at the fourth', () => {
    expect(afterFaults(4).openedAt).toBeNull();
    expect(afterFaults(5).openedAt).toEqual(at(4));
  });

  it('counts anew when ten minutes have passed between two faults', () => {
    expect(afterFaults(5, 600).openedAt).not.toBeNull();
    expect(afterFaults(5, 601).openedAt).toBeNull();
  });

  it.each([200, 503, 404])('takes answer %i for a sign of life, open or not', (statusCode) => {
    const answered = { deliveryId: 'dlv_2', statusCode, error: statusCode === 200 ? null : 'status' };
    expect(reachAfterAttempt(afterFaults(4), answered, at(9))).toEqual(HEALTHY);
    expect(reachAfterAttempt(afterFaults(5), answered, at(9))).toEqual(HEALTHY);
  });

  it.each(['connection_refused', 'connection_reset', 'name_not_found', 'timeout', 'tls', 'failed'])(
    'counts %s, and keeps its name',
    (error) => {
      expect(reachAfterAttempt(afterFaults(4), { ...refused, error }, at(9))).toMatchObject({
        openedAt: at(9),
        lastFault: error,
      });
    },
  );

  it('does not count what the service refused to call', () => {
    const refusedByUs = { deliveryId: 'dlv_2', statusCode: null, error: 'target_refused' };
    expect(reachAfterAttempt(afterFaults(4), refusedByUs, at(9))).toEqual(afterFaults(4));
  });

  it('takes a probe that the service refused to make for one that failed', () => {
    const probing = { ...afterFaults(5), probeOwner: 'dlv_2', probeUntil: at(19) };
    const refusedByUs = { deliveryId: 'dlv_2', statusCode: null, error: 'target_refused' };
    expect(reachAfterAttempt(probing, refusedByUs, at(10))).toMatchObject({ openUntil: at(20), probeOwner: null });
  });

  it('waits longer for the next probe after one that failed, and not after calls from before it opened', () => {
    const open = afterFaults(5);
    expect(open.openUntil).toEqual(at(9));
    expect(reachAfterAttempt(open, refused, at(6)).openUntil).toEqual(at(9));
    const probing = { ...open, probeOwner: 'dlv_1', probeUntil: at(19) };
    expect(reachAfterAttempt(probing, refused, at(10))).toMatchObject({ openUntil: at(20), probeOwner: null });
  });
});
