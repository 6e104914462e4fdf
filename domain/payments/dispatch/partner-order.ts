import { z } from 'zod';
import { DebtorShape, PaidBeneficiary, PurposeShape, RemittanceShape } from '../instruction/answer-schema';
import { CHARGE_BEARERS, type ChargeBearer } from '../instruction/charge-bearer';
import { TIMELINES } from '../instruction/status';

/** Body of a submission to a partner. Source: docs/GAPS.md#P14 */
export const PartnerOrderBody = z
  .object({
    instructionId: z.string(),
    amount: z.number(),
    currency: z.string(),
    beneficiary: PaidBeneficiary,
    debtor: DebtorShape.optional(),
    purpose: PurposeShape,
    remittance: RemittanceShape.optional(),
    chargeBearer: z.enum(CHARGE_BEARERS).optional(),
    settlementTimeline: z.enum(TIMELINES),
    valueDate: z.string().nullable(),
    uetr: z.string(),
    callbacks: z.object({ status: z.string(), settlement: z.string() }),
  })
  .meta({ id: 'PartnerOrder' });

/** What of a payment a submission is made of. */
export interface OrderParts {
  instructionId: string;
  amount: number;
  currency: string;
  timeline: string;
  valueDate: string | null;
  /** Unique end-to-end transaction reference. */
  uetr: string;
  /** Null for a payment from before it was kept. */
  chargeBearer: ChargeBearer | null;
  privateData: Pick<z.output<typeof PartnerOrderBody>, 'debtor' | 'purpose' | 'remittance'> & {
    beneficiary: z.input<typeof PaidBeneficiary>;
  };
}

/**
 * The body of a submission. Members of the beneficiary that serve only our screening are left out.
 * @param publicUrl address under which the partner reaches us, without a trailing slash
 * Source: docs/GAPS.md#P14
 */
export function partnerOrderBody(order: OrderParts, publicUrl: string): Record<string, unknown> {
  const { beneficiary, debtor, purpose, remittance } = order.privateData;
  const callback = `${publicUrl}/api/v1/payments/instructions/${order.instructionId}`;
  return {
    instructionId: order.instructionId,
    amount: order.amount,
    currency: order.currency,
    beneficiary: PaidBeneficiary.parse(beneficiary),
    ...(debtor === undefined ? {} : { debtor }),
    purpose,
    ...(remittance === undefined ? {} : { remittance }),
    ...(order.chargeBearer === null ? {} : { chargeBearer: order.chargeBearer }),
    settlementTimeline: order.timeline,
    valueDate: order.valueDate,
    uetr: order.uetr,
    callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
  };
}
