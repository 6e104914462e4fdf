import { z } from 'zod';
import { amountFault, amountFaultText, type AmountFault } from '../../money';
import { alsoTaken, MAX_MESSAGE } from '../../other-forms';
import { Currency, optional, Timestamp } from '../../schema-tools';
import { SaidPayeeCheckShape } from '../review/payee-check-schema';
import { ReasonCode } from './reason-schema';
import { PAYMENT_STATUSES } from '../instruction/status';

const Reference = z.string().min(1).max(140);
const MAX_BREAKDOWN_ITEMS = 100;

/** Of what a bank says of its own money: more decimals than the currency has are kept as said. */
const ANY_DECIMALS = 15;

function addFault(fault: AmountFault | null, context: z.RefinementCtx): void {
  if (fault === null) return;
  context.addIssue({ code: 'custom', message: amountFaultText(fault, null), params: { code: fault } });
}

/** An amount as a partner says it, > 0. */
const SaidAmount = z
  .number()
  .superRefine((amount, context) => addFault(amountFault(amount, ANY_DECIMALS), context))
  .meta({ override: { exclusiveMinimum: 0 } });
const SaidMoney = z.object({ amount: SaidAmount, currency: Currency });

/** Body of a partner's status report. Source: specification, "Partner status report (request body)" */
export const StatusReport = z
  .object({
    status: z.enum(PAYMENT_STATUSES),
    partnerReference: optional(Reference),
    timestamp: optional(Timestamp),
    payeeCheck: optional(SaidPayeeCheckShape),
    details: optional(
      z.object({
        message: optional(z.string().max(MAX_MESSAGE).meta(alsoTaken('cut'))),
        bankReference: optional(Reference),
        reasonCode: optional(
          ReasonCode.meta({
            description:
              'Why it failed or was returned: an ISO 20022 external status or return reason code, or your own',
            examples: ['AC04'],
          }),
        ),
        returned: optional(SaidMoney.meta({ description: 'The returned amount; absent: presumably all of it' })),
      }),
    ),
  })
  .meta({ id: 'PartnerStatusReport' });

export type StatusReportBody = z.output<typeof StatusReport>;

/** A fee, or a rebate below 0. */
const FeeAmount = z
  .number()
  .superRefine((amount, context) => addFault(amountFault(Math.abs(amount), ANY_DECIMALS, 'zero'), context));
const Fees = z.object({
  amount: FeeAmount,
  currency: Currency,
  breakdown: optional(
    z.array(z.object({ type: z.string().min(1).max(64), amount: FeeAmount })).max(MAX_BREAKDOWN_ITEMS),
  ),
});

/**
 * Body of a settlement confirmation: amount and currency are the fact, all else may be missing.
 * Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5
 */
export const SettlementConfirmation = z
  .object({
    confirmedAt: optional(Timestamp).meta({ description: 'When it was settled; the time of receipt where absent' }),
    settlementReference: optional(Reference),
    actualAmount: SaidAmount,
    actualCurrency: Currency,
    beneficiaryReceived: optional(SaidMoney),
    exchangeRate: optional(z.object({ rate: z.number().positive(), timestamp: optional(Timestamp) })),
    fees: optional(Fees),
  })
  .meta({ id: 'SettlementConfirmation' });

export type SettlementConfirmationBody = z.output<typeof SettlementConfirmation>;

/** A confirmation as it was read. */
export interface ReadConfirmation extends SettlementConfirmationBody {
  /** Paths of its parts that could not be read. */
  unreadable?: readonly string[];
}

/** A confirmation as it is stored: what was missing of it is known or null. */
export type ConfirmedSettlement = Omit<SettlementConfirmationBody, 'confirmedAt' | 'settlementReference'> & {
  confirmedAt: string;
  settlementReference: string | null;
};
