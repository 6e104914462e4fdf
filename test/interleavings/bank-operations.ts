import { archivingRule } from '../../db/archive/archive-payments';
import { recordDebit, recordReturn } from '../../db/payments/reports/record-report';
import type { BookedEntry } from '../../domain/payments/decisions/booking';
import { SettlementConfirmation, StatusReport } from '../../domain/payments/reports/report-schema';
import type { StatementEntry } from '../../domain/payments/settlement/statement-entry';
import { DomainError } from '../../domain/errors';
import { settlementBody } from '../support/builders';
import type { World } from './judges';
import { actor, type Operation } from './operation';
import { reportContext } from './operations';

type Kind = 'debit' | 'return' | 'reversal';

function entryOf({ instructionId, bookedReferences }: World, kind: Kind, reference: string): BookedEntry {
  bookedReferences.add(reference);
  const direction: StatementEntry['direction'] = kind === 'debit' ? 'debit' : 'credit';
  const entry = {
    ...{ line: 1, references: [instructionId, reference], bookingReferences: [reference], account: null },
    ...{ amount: '1250.5', currency: 'USD', direction },
    ...{
      isBooked: true,
      isReturn: kind === 'return',
      isReversal: kind === 'reversal',
      reasonCode: null,
      bookedOn: null,
    },
  } as const;
  const place = {
    partnerId: 'ptn_1',
    file: `file-of-${reference}`,
    position: 1,
    otherReferences: new Set([reference]),
  };
  return { entry, place, statementId: 'stm_1' };
}

/** A file of the bank has a booking; it may be read again, and another file may have the same booking. */
export function book(kind: Kind, reference: string): Operation {
  return actor(`${kind}(${reference})`, async ({ database, step }, world) => {
    await step('partner');
    world.partner.settle();
    const booked = entryOf(world, kind, reference);
    const once = { ...reportContext(world), idempotencyKey: `booking:${reference}` };
    try {
      if (kind === 'debit')
        await recordDebit(database, reportContext(world), SettlementConfirmation.parse(settlementBody()), booked);
      else {
        const details = { returned: { amount: 1250.5, currency: 'USD' } };
        await recordReturn(database, once, StatusReport.parse({ status: 'returned', details }), booked);
      }
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'CONFLICTING_REPORT') throw fault;
    }
  });
}

/** The Schedule of retention moves the payment, if nothing is open about it. */
export const archive = actor('archive', async ({ database }, { instructionId }) => {
  await archivingRule(0).deletePage(database, 1, instructionId.slice(0, -1));
});
