import { NotJudged, seededRandom, type ScenarioKind } from '../../../activities/partners/laboratory/bench';
import { benchOf, SCENARIOS, type Candidate } from '../../../activities/partners/laboratory/certify';
import type { PartnerAdapter, PartnerOrder } from '../../../activities/partners/port';
import { PAYMENT_STATUSES } from '../../../domain/payments/instruction/status';
import { newId } from '../../../lib/ids';
import { closeAtEnd } from '../../support/closing';

/** An adapter with a partner behind it, as the suite drives them. */
export interface ConformanceSubject {
  adapter: PartnerAdapter;
  /** The same partner for the laboratory; absent where it examines none of this adapter. */
  candidate?: Candidate;
  /** An adapter of a partner that cannot be reached; null where the partner is part of the service. */
  away: PartnerAdapter | null;
  /** @returns an order that the partner takes, or one that it rejects; null where it rejects in its reports alone */
  order(instructionId: string, wish: 'take' | 'reject'): PartnerOrder | null;
  /** Names of the scenarios that cannot be judged at this partner; absent: none. */
  notJudged?: readonly string[];
  /** Orders that the partner has taken, by instruction. */
  taken(): readonly string[] | Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What every order of the suite has; a subject changes what makes its partner take or reject it. */
export const CONFORMANCE_ORDER: Omit<PartnerOrder, 'instructionId'> = {
  attempt: 1,
  isFirstSend: true,
  takenAt: new Date(),
  mayBegin: () => true,
  amount: 12.5,
  currency: 'USD',
  timeline: 'same_day',
  valueDate: null,
  uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
  chargeBearer: 'SHAR',
  privateData: {
    beneficiary: { name: 'A', country: 'US', bankAccount: { accountNumber: '12', country: 'US' } },
    purpose: { code: 'trade_settlement' },
  },
};

/** Where orders of the laboratory would go. */
export const PAYEE = { currency: 'USD', country: 'US', accountNumber: '9876543210', swiftBic: 'BOFAUS3N' };
/** Times of the protocol for partners on loopback, in milliseconds. */
export const WAITS = { beforeDenialMs: 20, betweenDenialsMs: 10, afterResetMs: 20, betweenPiecesMs: 10 };

const FIRST = 'instr_00000000000000000000000001';
const REJECTED = 'instr_00000000000000000000000002';
const UNKNOWN = 'instr_00000000000000000000000003';

/**
 * What the payment workflow relies on, whoever the partner is.
 * @param kinds of scenarios that the laboratory plays with the subject's candidate
 * Source: docs/GAPS.md#P14, docs/GAPS.md#P20
 */
export function describeConformance(
  name: string,
  setUp: () => Promise<ConformanceSubject>,
  kinds: readonly ScenarioKind[] = ['adapter'],
): void {
  describe(`the ${name} adapter, as every adapter,`, () => {
    let subject: ConformanceSubject;
    const taking = (instructionId: string): PartnerOrder => {
      const order = subject.order(instructionId, 'take');
      if (order === null) throw new Error('a partner takes something');
      return order;
    };
    beforeAll(async () => {
      subject = await setUp();
      closeAtEnd(() => subject.close());
    });

    it('takes an order once, however often the same attempt is sent, and names one reference for it', async () => {
      const order = taking(FIRST);
      const first = await subject.adapter.submit(order);
      if (first.kind !== 'taken') throw new Error(`the order was not taken: ${JSON.stringify(first)}`);
      expect(first.partnerReference).toMatch(/\S/);
      expect(PAYMENT_STATUSES).toContain(first.status);
      expect(await subject.adapter.submit({ ...order, isFirstSend: false })).toMatchObject({
        kind: 'taken',
        partnerReference: first.partnerReference,
      });
      expect((await subject.taken()).filter((id) => id === FIRST)).toEqual([FIRST]);
    });

    // What the laboratory asks of partners, over whatever they are reached by.
    it.each(SCENARIOS.filter(({ kind }) => kinds.includes(kind)))(
      '$title',
      async ({ name: scenario, test: runScenario }) => {
        const {
          adapter,
          candidate = { adapter: () => adapter, payee: PAYEE, sign: null, described: null, files: null },
        } = subject;
        candidate.described?.forget();
        const bench = benchOf(candidate, seededRandom(1), WAITS);
        const order = (): PartnerOrder => taking(newId('instruction'));
        const isJudged = await runScenario({ ...bench, order, warn: () => undefined }).then(
          () => true,
          (fault: unknown) => {
            if (fault instanceof NotJudged) return false;
            throw fault;
          },
        );
        expect({ scenario, isJudged }).toEqual({ scenario, isJudged: subject.notJudged?.includes(scenario) !== true });
      },
    );

    it('says a rejection as a value with its reason, and has not taken what was rejected', async () => {
      const order = subject.order(REJECTED, 'reject');
      if (order === null) {
        expect(await subject.taken()).not.toContain(REJECTED);
        return;
      }
      const result = await subject.adapter.submit(order);
      expect(result).toMatchObject({ kind: 'rejected', message: expect.stringMatching(/\S/) as string });
      expect(await subject.taken()).not.toContain(REJECTED);
    });

    it('sends nothing once it may not begin any more, and says that nothing is known', async () => {
      const late = { ...taking(UNKNOWN), mayBegin: () => false };
      expect(await subject.adapter.submit(late)).toMatchObject({ kind: 'ambiguous', isOutage: false });
      expect(await subject.taken()).not.toContain(UNKNOWN);
    });

    it('answers a cancellation with what became of it', async () => {
      await subject.adapter.submit(taking(FIRST));
      expect(['cancelled', 'requested', 'refused']).toContain(await subject.adapter.cancel(FIRST));
    });

    it('answers a recall with whether it is tried', async () => {
      await subject.adapter.submit(taking(FIRST));
      const recall = { amount: 12.5, currency: 'USD', reasonCode: 'DUPL', reason: null };
      expect(['requested', 'refused']).toContain(await subject.adapter.recall(FIRST, recall));
    });

    it('says as a value that its partner is away, and throws for cancellations and recalls alone', async () => {
      const { away } = subject;
      if (away === null) {
        expect(await subject.taken()).toContain(FIRST);
        return;
      }
      expect(['not_delivered', 'ambiguous']).toContain((await away.submit(taking(FIRST))).kind);
      expect(await away.inquire(FIRST)).toMatchObject({ kind: 'no_answer' });
      await expect(away.cancel(FIRST)).rejects.toThrow();
      const recall = { amount: 12.5, currency: 'USD', reasonCode: 'DUPL', reason: null };
      await expect(away.recall(FIRST, recall)).rejects.toThrow();
    });
  });
}
