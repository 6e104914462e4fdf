import { AdmissionGate, type Admission } from '../../api/admission-gate';

const PATIENT_MS = 60_000;
const A = 'ptn_a';
const B = 'ptn_b';

function release(admission: Admission): void {
  if (admission.admitted) admission.release();
}

function gateOf(perKey: number, maxWaiting: number, clockMs?: () => number): AdmissionGate {
  return new AdmissionGate({ total: perKey + 2, perKey, maxWaiting }, clockMs);
}

function enterTimes(gate: AdmissionGate, count: number, key: string, limitMs: number): Promise<Admission[]> {
  return Promise.all(Array.from({ length: count }, () => gate.enter(key, limitMs)));
}

const admittedOf = (admissions: Admission[]): number => admissions.filter(({ admitted }) => admitted).length;

describe('the admission gate before the workflows, for one partner', () => {
  it('admits as many as there are permits, and lets others wait for them', async () => {
    const gate = gateOf(2, 1);
    const admitted = await enterTimes(gate, 2, A, PATIENT_MS);
    expect(admittedOf(admitted)).toBe(2);
    const waiting = gate.enter(A, PATIENT_MS);
    admitted.forEach(release);
    expect((await waiting).admitted).toBe(true);
  });

  it('refuses everybody during an overload, and admits again two seconds later', async () => {
    let nowMs = 0;
    const gate = gateOf(1, 1, () => nowMs);
    const first = await gate.enter(A, PATIENT_MS);
    const waiting = gate.enter(A, PATIENT_MS);
    expect((await gate.enter(A, PATIENT_MS)).admitted).toBe(false);
    expect((await waiting).admitted).toBe(false);
    expect(first.admitted && first.overload.aborted).toBe(true);
    release(first);
    nowMs = 1_999;
    expect((await gate.enter(A, PATIENT_MS)).admitted).toBe(false);
    nowMs = 2_000;
    expect((await gate.enter(A, PATIENT_MS)).admitted).toBe(true);
  });

  it('admits only a few right after an overload, and all again when it stays calm', async () => {
    let nowMs = 0;
    const gate = gateOf(6, 1, () => nowMs);
    const first = await enterTimes(gate, 8, A, PATIENT_MS);
    expect(admittedOf(first)).toBe(6);
    first.forEach(release);
    nowMs = 2_500;
    expect(admittedOf(await enterTimes(gate, 4, A, 0))).toBe(4);
    const waiting = gate.enter(A, PATIENT_MS);
    nowMs = 3_000;
    expect((await gate.enter(A, PATIENT_MS)).admitted).toBe(true);
    expect((await waiting).admitted).toBe(true);
    expect((await gate.enter(A, 0)).admitted).toBe(false);
  });

  it('admits those who wait in the order in which they came', async () => {
    const gate = gateOf(1, 3);
    const first = await gate.enter(A, PATIENT_MS);
    const order: number[] = [];
    const others = [1, 2, 3].map(async (number) => {
      const admission = await gate.enter(A, PATIENT_MS);
      order.push(number);
      release(admission);
    });
    release(first);
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
  });

  it('refuses who has waited in vain, and gives that permit to nobody', async () => {
    const gate = gateOf(1, 1);
    const first = await gate.enter(A, PATIENT_MS);
    expect((await gate.enter(A, 1)).admitted).toBe(false);
    release(first);
    expect((await gate.enter(A, 0)).admitted).toBe(true);
  });

  it('counts a permit that is released twice once', async () => {
    const gate = gateOf(1, 0);
    const first = await gate.enter(A, 0);
    release(first);
    release(first);
    expect((await gate.enter(A, 0)).admitted).toBe(true);
    expect((await gate.enter(A, 0)).admitted).toBe(false);
  });
});

describe('the admission gate before the workflows, for several partners', () => {
  it('leaves permits for the others when one partner holds all that it can', async () => {
    const gate = gateOf(4, 10);
    expect(admittedOf(await enterTimes(gate, 5, A, 0))).toBe(4);
    expect(admittedOf(await enterTimes(gate, 3, B, 0))).toBe(2);
  });

  it('passes over who waits for a full partner', async () => {
    const gate = gateOf(2, 10);
    await enterTimes(gate, 2, A, PATIENT_MS);
    const others = await enterTimes(gate, 2, B, PATIENT_MS);
    const ofA = gate.enter(A, 50);
    const ofB = gate.enter(B, PATIENT_MS);
    others.slice(0, 1).forEach(release);
    expect((await ofB).admitted).toBe(true);
    expect((await ofA).admitted).toBe(false);
  });

  it('does not touch the others when the queue of one overflows', async () => {
    const gate = gateOf(1, 1);
    const ofB = await gate.enter(B, PATIENT_MS);
    const waitingForB = gate.enter(B, PATIENT_MS);
    const ofA = await enterTimes(gate, 3, A, PATIENT_MS);
    expect(ofA.map((admission) => admission.admitted && admission.overload.aborted)).toEqual([true, false, false]);
    expect(ofB.admitted && ofB.overload.aborted).toBe(false);
    release(ofB);
    expect((await waitingForB).admitted).toBe(true);
  });
});
