import { z } from 'zod';
import { Currency, optional, Timestamp } from '../../schema-tools';
import { amountMessage } from '../instruction/instruction-schema';
import { ReasonCode } from './reason-schema';
import { PAYMENT_STATUSES } from '../instruction/status';
import { isObject } from '../../unknown-value';

const Reference = z.string().min(1).max(140);
const MAX_BREAKDOWN_ITEMS = 100;

interface ReportDraft {
  details?: { returned?: { amount?: unknown; currency?: unknown } | null } | null;
}

function isReportDraft(value: unknown): value is ReportDraft {
  return typeof value === 'object' && value !== null;
}

/** Body of a partner's status report. Source: specification, "Partner status report (request body)" */
export const StatusReport = z
  .object({
    status: z.enum(PAYMENT_STATUSES),
    partnerReference: optional(Reference),
    timestamp: optional(Timestamp),
    details: optional(
      z.object({
        message: optional(z.string().max(1_000)),
        bankReference: optional(Reference),
        reasonCode: optional(
          ReasonCode.meta({
            description:
              'Why it failed or was returned: an ISO 20022 external status or return reason code, or your own',
            examples: ['AC04'],
          }),
        ),
        returned: optional(
          z
            .object({ amount: z.number().meta({ override: { exclusiveMinimum: 0 } }), currency: Currency })
            .meta({ description: 'The returned amount; absent: presumably all of it' }),
        ),
      }),
    ),
  })
  .superRefine(
    (value: unknown, context) => {
      const returned = isReportDraft(value) ? value.details?.returned : undefined;
      const fault = amountMessage(returned?.amount, returned?.currency);
      if (fault === null) return;
      const path = ['details', 'returned', 'amount'];
      context.addIssue({ code: 'custom', path, message: fault.message, params: { code: fault.code } });
    },
    { when: () => true },
  )
  .meta({ id: 'PartnerStatusReport' });

export type StatusReportBody = z.output<typeof StatusReport>;

const Money = z.object({ amount: z.number().meta({ override: { exclusiveMinimum: 0 } }), currency: Currency });

const FeeAmount = z.number().meta({ override: { minimum: 0 } });

const Fees = z.object({
  amount: FeeAmount,
  currency: Currency,
  breakdown: z.array(z.object({ type: z.string().min(1).max(64), amount: FeeAmount })).max(MAX_BREAKDOWN_ITEMS),
});

interface Draft {
  actualAmount?: unknown;
  actualCurrency?: unknown;
  beneficiaryReceived?: { amount?: unknown; currency?: unknown } | null;
  exchangeRate?: { rate?: unknown } | null;
  fees?: { amount?: unknown; currency?: unknown; breakdown?: unknown } | null;
}

interface Check {
  path: (string | number)[];
  amount: unknown;
  currency: unknown;
  minimum: 'positive' | 'zero';
}

function moneyChecks(draft: Draft): Check[] {
  const checks: Check[] = [
    { path: ['actualAmount'], amount: draft.actualAmount, currency: draft.actualCurrency, minimum: 'positive' },
    {
      path: ['beneficiaryReceived', 'amount'],
      amount: draft.beneficiaryReceived?.amount,
      currency: draft.beneficiaryReceived?.currency,
      minimum: 'positive',
    },
    { path: ['fees', 'amount'], amount: draft.fees?.amount, currency: draft.fees?.currency, minimum: 'zero' },
  ];
  const items: unknown = draft.fees?.breakdown;
  if (!Array.isArray(items)) return checks;
  items.forEach((item: unknown, index) => {
    if (typeof item !== 'object' || item === null || !('amount' in item)) return;
    const path = ['fees', 'breakdown', index, 'amount'];
    checks.push({ path, amount: item.amount, currency: draft.fees?.currency, minimum: 'zero' });
  });
  return checks;
}

/** Body of a settlement confirmation. Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5 */
export const SettlementConfirmation = z
  .object({
    confirmedAt: Timestamp,
    settlementReference: Reference,
    actualAmount: z.number().meta({ override: { exclusiveMinimum: 0 } }),
    actualCurrency: Currency,
    beneficiaryReceived: optional(Money),
    exchangeRate: optional(
      z.object({
        rate: z.number().positive(),
        timestamp: Timestamp,
      }),
    ),
    fees: optional(Fees),
  })
  .superRefine(
    (value: unknown, context) => {
      if (!isObject(value)) return;
      for (const check of moneyChecks(value)) {
        const fault = amountMessage(check.amount, check.currency, check.minimum);
        if (fault === null) continue;
        context.addIssue({ code: 'custom', path: check.path, message: fault.message, params: { code: fault.code } });
      }
    },
    { when: () => true },
  )
  .meta({ id: 'SettlementConfirmation' });

export type SettlementConfirmationBody = z.output<typeof SettlementConfirmation>;
