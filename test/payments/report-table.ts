import type { PaymentScene } from '../support/payment-scene';
import { PAYMENT_STATUSES, STATUS_RANK, type PaymentStatus } from '../../domain/payments/instruction/status';
import { decide } from '../../domain/payments/reports/transitions';

/** Reports that lead from submitted to the status. */
const WAY: Record<PaymentStatus, PaymentStatus[]> = {
  pending: [],
  submitted: [],
  accepted: ['accepted'],
  processing: ['processing'],
  settled: ['settled'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  returned: ['settled', 'returned'],
};

const HTTP_STATUS = { applied: 200, duplicate: 200, stale: 200, waiting: 202, refused: 409, conflicting: 409 };

type Report = readonly [from: PaymentStatus, to: PaymentStatus];

/** Every status that a partner can report from, with every one that it can report. */
export const ALL_REPORTS: readonly Report[] = PAYMENT_STATUSES.filter((from) => from !== 'pending').flatMap((from) =>
  PAYMENT_STATUSES.map((to) => [from, to] as const),
);

/** A partner that goes on with what has ended here is a case beside the stale report. */
function continues([from, to]: Report): boolean {
  return decide(from, to) === 'stale' && (from === 'failed' || from === 'cancelled') && STATUS_RANK[to] < 4;
}

/** One for each thing that becomes of a report. */
export const ONE_OF_EACH = ALL_REPORTS.filter((report, index) => {
  const kindOf = (one: Report): string => `${decide(...one)} ${continues(one)}`;
  return ALL_REPORTS.findIndex((other) => kindOf(other) === kindOf(report)) === index;
});

/** Reports a status to a payment that has another, and looks at what became of it. */
export async function expectAsInTable(scene: PaymentScene, [from, to]: Report): Promise<void> {
  const id = await scene.create();
  for (const step of WAY[from]) await scene.report(id, { status: step });
  const disposition = decide(from, to);
  const answer = await scene.report(id, { status: to, details: { message: 'again' } });
  expect(answer.status).toBe(HTTP_STATUS[disposition]);
  const shown = await scene.show(id);
  expect(shown.status).toBe(disposition === 'applied' ? to : from);
  expect(await scene.countCases(id)).toBe(disposition === 'conflicting' || continues([from, to]) ? 1 : 0);
  if (disposition === 'refused')
    expect(answer.body['error']).toMatchObject({ code: 'INVALID_TRANSITION', current: from });
  else if (disposition === 'conflicting') {
    expect(answer.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: from });
  } else {
    expect(answer.body['data']).toMatchObject({
      instructionId: id,
      previousStatus: from,
      status: shown.status,
      disposition,
    });
  }
}
