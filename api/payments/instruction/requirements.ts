import { z } from 'zod';
import { currencyDigits } from '../../../domain/money';
import { BankingCountry, Currency } from '../../../domain/schema-tools';
import { PARTY_TYPES } from '../../../domain/payments/instruction/instruction-schema';
import { clearingSystemsOf, CLEARING_SCHEMES } from '../../../domain/payments/instruction/clearing';
import type { CorridorRule } from '../../../domain/payments/instruction/corridor-rules';
import { requirementsFor, rulesFor } from '../../../domain/payments/instruction/requirements';
import { endpoint } from '../../endpoint';

const RuleView = z
  .object({
    rule: z.string(),
    fields: z.array(z.string()),
    within: z.string().nullable().meta({ description: 'Required only if this member is given' }),
    message: z.string(),
    codes: z
      .object({
        isComplete: z.boolean().meta({ description: 'Whether other codes are refused' }),
        list: z.array(
          z.object({ code: z.string(), meaning: z.string(), beneficiaryType: z.enum(PARTY_TYPES).nullable() }),
        ),
      })
      .nullable(),
    since: z.iso.date().nullable(),
    source: z.object({ title: z.string(), url: z.string() }),
  })
  .meta({ id: 'CorridorRule' });

const ClearingView = z
  .object({
    scheme: z.enum(CLEARING_SCHEMES),
    name: z.string(),
    pattern: z.string().meta({ description: 'Regular expression that the code matches' }),
    rule: z.string(),
  })
  .meta({ id: 'ClearingSystem' });

function ruleView({ id, fields, within, why, codes, since, source }: CorridorRule) {
  return {
    rule: id,
    fields: [...fields],
    within: within ?? null,
    message: why,
    codes: codes === undefined ? null : { isComplete: codes.isComplete, list: [...codes.list] },
    since,
    source,
  };
}

/** What an instruction for a currency and country must carry. Source: docs/GAPS.md#P2, docs/GAPS.md#corridors */
export const getRequirements = endpoint({
  operationId: 'getPaymentRequirements',
  summary: 'Required fields of an instruction for a currency and a country',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/requirements',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  query: z.object({ currency: Currency, country: BankingCountry, beneficiaryType: z.enum(PARTY_TYPES).optional() }),
  responses: {
    200: {
      description: 'The table that validates',
      schema: z.object({
        currency: z.string(),
        country: z.string(),
        decimals: z.number(),
        fields: z.array(z.object({ field: z.string(), required: z.boolean(), rule: z.string() })),
        clearing: z
          .array(ClearingView)
          .meta({ description: 'Clearing systems whose codes name a bank of the country in place of a BIC' }),
        enforced: z.boolean().meta({ description: 'Whether payments of this account that violate a rule are refused' }),
        rules: z.array(RuleView).meta({ description: "Rules of the corridor's banks and authorities" }),
      }),
    },
  },
  errors: [],
  async handle(call) {
    const { currency, country, beneficiaryType } = call.query;
    const { isStrict: enforced } = call.principal;
    const decimals = currencyDigits(currency) ?? 2;
    const fields = requirementsFor(currency, country, enforced);
    const rules = rulesFor(currency, country, beneficiaryType).map(ruleView);
    const clearing = clearingSystemsOf(country);
    return { status: 200, data: { currency, country, decimals, fields, clearing, enforced, rules } };
  },
});
