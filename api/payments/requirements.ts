import { z } from 'zod';
import { currencyDigits } from '../../domain/money';
import { BankingCountry, Currency } from '../../domain/schema-tools';
import { requirementsFor } from '../../domain/payments/requirements';
import { endpoint } from '../endpoint';

/** What an instruction for a currency and country must carry. Source: docs/GAPS.md#P2 */
export const getRequirements = endpoint({
  operationId: 'getPaymentRequirements',
  summary: 'Required fields of an instruction for a currency and a country',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/requirements',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  query: z.object({ currency: Currency, country: BankingCountry }),
  responses: {
    200: {
      description: 'The table that validates',
      schema: z.object({
        currency: z.string(),
        country: z.string(),
        decimals: z.number(),
        fields: z.array(z.object({ field: z.string(), required: z.boolean(), rule: z.string() })),
      }),
    },
  },
  errors: [],
  async handle(call) {
    const { currency, country } = call.query;
    const decimals = currencyDigits(currency) ?? 2;
    return { status: 200, data: { currency, country, decimals, fields: requirementsFor(currency, country) } };
  },
});
