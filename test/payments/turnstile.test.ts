import { Turnstile, type Turn } from '../../api/turnstile';

const PATIENT_MS = 60_000;

function leave(turn: Turn): void {
  if (turn.admitted) turn.leave();
}

describe('the turnstile before the engine', () => {
  it('admits as many as there are places, and lets others wait for them', async () => {
    const turnstile = new Turnstile(2, 1);
    const admitted = [await turnstile.enter(PATIENT_MS), await turnstile.enter(PATIENT_MS)];
    expect(admitted.map((turn) => turn.admitted)).toEqual([true, true]);
    const waiting = turnstile.enter(PATIENT_MS);
    admitted.forEach(leave);
    expect((await waiting).admitted).toBe(true);
  });

  it('sends everybody away while there is a rush, and opens again two seconds later', async () => {
    let nowMs = 0;
    const turnstile = new Turnstile(1, 1, () => nowMs);
    const first = await turnstile.enter(PATIENT_MS);
    const waiting = turnstile.enter(PATIENT_MS);
    expect((await turnstile.enter(PATIENT_MS)).admitted).toBe(false);
    expect((await waiting).admitted).toBe(false);
    expect(first.admitted && first.hurry.aborted).toBe(true);
    leave(first);
    nowMs = 1_999;
    expect((await turnstile.enter(PATIENT_MS)).admitted).toBe(false);
    nowMs = 2_000;
    expect((await turnstile.enter(PATIENT_MS)).admitted).toBe(true);
  });

  it('lets in only a few right after a rush, and all again when it stays calm', async () => {
    let nowMs = 0;
    const turnstile = new Turnstile(6, 1, () => nowMs);
    const first = await Promise.all(Array.from({ length: 8 }, () => turnstile.enter(PATIENT_MS)));
    expect(first.filter(({ admitted }) => admitted)).toHaveLength(6);
    first.forEach(leave);
    nowMs = 2_500;
    const probes = await Promise.all(Array.from({ length: 4 }, () => turnstile.enter(0)));
    expect(probes.map(({ admitted }) => admitted)).toEqual([true, true, true, true]);
    const waiting = turnstile.enter(PATIENT_MS);
    nowMs = 3_000;
    expect((await turnstile.enter(PATIENT_MS)).admitted).toBe(true);
    expect((await waiting).admitted).toBe(true);
    expect((await turnstile.enter(0)).admitted).toBe(false);
  });

  it('admits those who wait in the order in which they came', async () => {
    const turnstile = new Turnstile(1, 3);
    const first = await turnstile.enter(PATIENT_MS);
    const order: number[] = [];
    const others = [1, 2, 3].map(async (number) => {
      const turn = await turnstile.enter(PATIENT_MS);
      order.push(number);
      leave(turn);
    });
    leave(first);
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
  });

  it('sends away who has waited in vain, and gives that place to nobody', async () => {
    const turnstile = new Turnstile(1, 1);
    const first = await turnstile.enter(PATIENT_MS);
    expect((await turnstile.enter(1)).admitted).toBe(false);
    leave(first);
    expect((await turnstile.enter(0)).admitted).toBe(true);
  });

  it('counts a place that is left twice once', async () => {
    const turnstile = new Turnstile(1, 0);
    const first = await turnstile.enter(0);
    leave(first);
    leave(first);
    expect((await turnstile.enter(0)).admitted).toBe(true);
    expect((await turnstile.enter(0)).admitted).toBe(false);
  });
});
