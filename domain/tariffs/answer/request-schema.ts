import { z } from 'zod';
import { normalizeCode } from '../../hs-codes/code';
import { amountFault, amountFaultText, currencyDigits } from '../../money';
import { alsoTaken } from '../../other-forms';
import { CalendarDate, BankingCountry, Currency, optional, printable } from '../../schema-tools';
import { MEASURE_UNITS } from '../schedule/duty';
import { TRANSPORTS } from '../duty/us-fees';
import { INCOTERMS } from '../duty/valuation';
import { isObject } from '../../unknown-value';

/** Destinations of one comparison. Source: docs/GAPS.md#H6 */
const MAX_DESTINATIONS = 60;
/** More than any usual name of a unit has. */
const MAX_UNIT = 32;
/** Of an amount whose currency is refused: more than a number has. */
const ANY_DIGITS = 100;

const codeFacts = {
  description: 'HS code, 4 to 10 digits',
  examples: ['8517.13'],
  override: { minLength: 4, pattern: String.raw`^ *(\.*[0-9]){4,10}\.* *$` },
  ...alsoTaken('hsCode'),
};

const writtenCode = z.string().refine((text) => normalizeCode(text) !== null, {
  error: 'must be an HS code of 4 to 10 digits; dots may stand between them',
  params: { code: 'hs_code' },
});

/** An HS or national code as the caller wrote it. Source: docs/GAPS.md#H1 */
export const WrittenHsCode = writtenCode.meta(codeFacts);

/** An HS or national code; dots are stripped. Source: docs/GAPS.md#H1 */
export const HsCode = writtenCode.transform((text) => normalizeCode(text) ?? text).meta(codeFacts);

interface Draft {
  value?: unknown;
  freight?: unknown;
  insurance?: unknown;
  currency?: unknown;
}

/** Names every amount of what was sent that is none in its currency; freight and insurance may be zero. */
export function checkAmounts(sent: unknown, context: z.RefinementCtx): void {
  if (!isObject(sent)) return;
  const draft: Draft = sent;
  const currency = typeof draft.currency === 'string' ? draft.currency : null;
  checkAmountsIn(draft, currency, [], context);
}

/**
 * Adds an issue for each invalid amount.
 * @param path of the object that has the amounts
 */
export function checkAmountsIn(
  draft: Draft,
  currency: string | null,
  path: readonly PropertyKey[],
  context: z.RefinementCtx,
): void {
  const digits = currency === null ? null : currencyDigits(currency);
  for (const field of ['value', 'freight', 'insurance'] as const) {
    const amount = draft[field];
    if (typeof amount !== 'number') continue;
    const minimum = field === 'value' ? 'positive' : 'zero';
    const fault = amountFault(amount, digits ?? ANY_DIGITS, minimum);
    if (fault === null) continue;
    const message = amountFaultText(fault, currency, minimum);
    context.addIssue({ code: 'custom', path: [...path, field], message, params: { code: fault } });
  }
}

/** Goods, where they come from, and when they enter. */
export const consignment = {
  hsCode: HsCode,
  origin: BankingCountry,
  value: z.number().meta({ description: 'Customs value, > 0, in the currency', override: { exclusiveMinimum: 0 } }),
  currency: Currency,
  date: optional(CalendarDate).meta({ description: 'Day of import; today where absent' }),
};

/** How much of the goods there is, where a duty depends on it. */
export const quantity = {
  weight: optional(z.number().positive().max(1e12).meta(alsoTaken('noZero'))).meta({
    description: 'Quantity in `unit`',
  }),
  unit: optional(printable(MAX_UNIT).meta({ examples: ['kg'], ...alsoTaken('unit') })).meta({
    description: `Unit of \`weight\`; kg where absent. A duty counts in ${MEASURE_UNITS.join(', ')}; another unit is a fault where a duty needs one of these`,
  }),
};

/** How the goods travel, where a fee depends on it. */
const transport = optional(z.enum(TRANSPORTS)).meta({
  description: 'How the goods travel; a fee of harbours depends on it',
});

const NOT_NEGATIVE = { minimum: 0 };

const distanceSale = optional(z.boolean()).meta({
  description:
    'Whether a business sells the goods to a consumer and sends them. It decides whether the European Union charges ' +
    'its duty of each item on a consignment of up to 150 EUR; where absent, the bounds cover both',
});

/** What a landed cost adds to the price of the goods. */
export const delivery = {
  freight: optional(z.number()).meta({ description: 'International freight in the currency', override: NOT_NEGATIVE }),
  insurance: optional(z.number()).meta({
    description: 'Insurance of the transport in the currency',
    override: NOT_NEGATIVE,
  }),
  incoterm: optional(z.enum(INCOTERMS)).meta({ description: 'What `value` covers; FOB where absent' }),
  transport,
  distanceSale,
};

/** Body of `POST /api/v1/tariffs/calculate`. Source: specification, operation 9; docs/GAPS.md#H4 */
export const CalculateTariff = z
  .object({
    ...consignment,
    destination: BankingCountry,
    ...quantity,
    transport,
    distanceSale,
  })
  .superRefine(checkAmounts, { when: () => true })
  .meta({ id: 'TariffCalculationRequest' });

/** Body of `POST /api/v1/tariffs/compare`. Source: specification, operation 11; docs/GAPS.md#H6 */
export const CompareTariffs = z
  .object({
    ...consignment,
    destinations: z
      .array(BankingCountry)
      .min(1)
      .transform((list) => [...new Set(list)])
      .refine((list) => list.length <= MAX_DESTINATIONS, {
        error: `must name at most ${MAX_DESTINATIONS} different countries`,
        params: { code: 'too_many' },
      }),
    ...quantity,
    ...delivery,
  })
  .superRefine(checkAmounts, { when: () => true })
  .meta({ id: 'TariffComparisonRequest' });

/** `{country}` of the path. */
export const CountryParams = z.object({ country: BankingCountry });
/** Query of a country's profile. */
export const CountryQuery = z.object({
  date: CalendarDate.optional().meta({ description: 'Day for which the profile is asked; today where absent' }),
});
