import { z } from 'zod';
import {
  listGivenInstructions as readGiven,
  type GivenInstruction,
} from '../../../db/payments/dispatch/partner-instructions';
import { openPrivateData } from '../../../db/payments/instruction/private-data';
import { listLastReports } from '../../../db/payments/reports/list-reports';
import { paymentNotFound } from '../../../domain/errors';
import { partnerOrderBody } from '../../../domain/payments/dispatch/partner-order';
import { GivenInstructionShape, GivenPage } from '../../../domain/payments/dispatch/given-schema';
import { PAYMENT_STATUSES } from '../../../domain/payments/instruction/status';
import { Cursor, ListLimit, pageOf, Timestamp } from '../../../domain/schema-tools';
import { endpoint } from '../../endpoint';
import type { Services } from '../../services';
import { InstructionParams } from '../parameters';
import { reportView } from '../reports/list-reports';

const PATH = '/api/v1/partner/instructions';

const READING = {
  tag: 'Partners',
  method: 'get',
  access: { kind: 'partner' },
  limit: 'partnerInstructions',
  envelope: 'wrapped',
} as const;

/** References of reports are no longer. */
const MAX_REFERENCE = 140;
/** More are of a partner that repeats itself with ever new words. */
const MAX_REPORTS = 100;

/**
 * The order as it was sent to the partner, except for addresses of callbacks, which are today's; null if its personal
 * data were erased.
 */
function orderOf(row: GivenInstruction, { vault, settings }: Services): Record<string, unknown> | null {
  if (row.privateSealed === null) return null;
  const { id: instructionId, currency, timeline, valueDate, uetr, chargeBearer } = row;
  const privateData = openPrivateData(vault, instructionId, row.privateSealed);
  const terms = { amount: Number(row.amount), currency, timeline, valueDate, uetr, chargeBearer };
  return partnerOrderBody({ instructionId, ...terms, privateData }, settings.publicUrl);
}

function summaryOf(row: GivenInstruction, services: Services) {
  const { cancellation } = row;
  return {
    instructionId: row.id,
    status: row.status,
    attempt: row.attempt,
    givenAt: row.givenAt.toISOString(),
    amount: Number(row.amount),
    currency: row.currency,
    partnerReference: row.partnerReference,
    bankReference: row.bankReference,
    settledAt: row.settledAt?.toISOString() ?? null,
    payeeDecision: row.payeeDecision,
    cancellation: cancellation && { status: cancellation.status, requestedAt: cancellation.requestedAt },
    order: orderOf(row, services),
  };
}

/** By what the list of a partner's instructions is narrowed. */
export const GivenFilters = z.object({
  since: Timestamp.optional().meta({ description: 'Only those that were handed over at this moment or later' }),
  until: Timestamp.optional().meta({ description: 'Only those that were handed over before this moment' }),
  status: z.enum(PAYMENT_STATUSES).optional(),
  reference: z.string().trim().min(1).max(MAX_REFERENCE).optional().meta({
    description: 'Only what this names exactly: the id, the UETR, your reference, or the reference of your bank',
  }),
  waiting: z.literal('true').optional().meta({
    description: 'Only those that you have and that have no outcome, the first handed over first',
  }),
});

/** Source: docs/GAPS.md#P14, docs/GAPS.md#G8 */
export const listGivenInstructions = endpoint({
  ...READING,
  operationId: 'listPartnerInstructions',
  summary: 'List the payment instructions that the calling partner was given, the latest first',
  path: PATH,
  query: GivenFilters.extend({ limit: ListLimit, cursor: Cursor }),
  responses: {
    200: { description: 'One page', schema: GivenPage },
  },
  errors: [],
  async handle({ query: { limit, cursor: after, waiting, ...filter }, principal: { partnerId } }, services) {
    const asked = { ...filter, partnerId, isWaiting: waiting !== undefined, after };
    const rows = await readGiven(services.database, { ...asked, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map((row) => summaryOf(row, services)), nextCursor } };
  },
});

/** Source: docs/GAPS.md#P14 */
export const getGivenInstruction = endpoint({
  ...READING,
  operationId: 'getPartnerInstruction',
  summary: 'Retrieve a payment instruction that the calling partner was given, with its reports and its settlement',
  path: `${PATH}/{instructionId}`,
  params: InstructionParams,
  responses: { 200: { description: 'The instruction', schema: GivenInstructionShape } },
  errors: ['NOT_FOUND'],
  async handle({ params: { instructionId }, principal: { partnerId } }, services) {
    const [row] = await readGiven(services.database, { partnerId, instructionId, limit: 1 });
    if (row === undefined) throw paymentNotFound();
    const asked = { partnerId, instructionId, limit: MAX_REPORTS };
    const reports = (await listLastReports(services.database, asked)).map(reportView);
    const { confirmation: settlement, reconciliation } = row;
    return { status: 200, data: { ...summaryOf(row, services), reports, settlement, reconciliation } };
  },
});
