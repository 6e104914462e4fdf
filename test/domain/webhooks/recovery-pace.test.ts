import { FIRST_PACE, nextPace } from '../../../domain/webhooks/recovery-pace';

const WELL = { open: 0, failed: 0 };

/** Source: docs/GAPS.md#W14 */
describe('the pace of a recovery', () => {
  it('begins with fifty a second and doubles while the receiver answers well, to a thousand', () => {
    const paces = [FIRST_PACE];
    for (let page = 0; page < 6; page += 1) paces.push(nextPace(paces.at(-1) ?? 0, WELL));
    expect(paces).toEqual([50, 100, 200, 400, 800, 1_000, 1_000]);
  });

  it('stays while answers are missing, and halves after failures, to five', () => {
    expect(nextPace(400, { open: 3, failed: 0 })).toBe(400);
    expect(nextPace(400, { open: 3, failed: 1 })).toBe(200);
    expect(nextPace(6, { open: 0, failed: 6 })).toBe(5);
  });
});
