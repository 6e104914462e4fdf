import type { output } from 'zod';
import {
  decideFinding,
  readClearancesOf,
  readConsignment,
  type DecidedFinding,
  type FileClearance,
  type FilePayment,
} from '../../db/shipments/findings';
import type { ClientPrincipal, Scope } from '../../domain/auth/principal';
import { DomainError } from '../../domain/errors';
import { FindingDecision, FindingPath, FindingShape, ShipmentFile } from '../../domain/shipments/file/schemas';
import { ShipmentPath } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { landedCostOf } from './landed-cost';
import { shipmentNotFound } from './not-found';

/** The file shows what documents and payments say: a key that may not read these may not read it. */
const ALSO_NEEDED: readonly Scope[] = ['documents:read', 'payments:read'];

/** @throws DomainError FORBIDDEN naming the scopes that a key lacks */
function requireReading({ scopes }: ClientPrincipal): void {
  const lacking = ALSO_NEEDED.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return;
  throw new DomainError('FORBIDDEN', `The file of a shipment needs these scopes, too: ${lacking.join(', ')}.`);
}

function findingView({ decidedBy, decidedAt, ...finding }: DecidedFinding): output<typeof FindingShape> {
  const { id, rule, severity, a, b, status, reason } = finding;
  const decided = { decided_by: decidedBy, decided_at: decidedAt?.toISOString() ?? null };
  return { id, rule, severity, a, b, status, ...decided, reason };
}

function paymentView({ id, status, amount, currency, expectedDate }: FilePayment) {
  return { instructionId: id, status, amount: Number(amount), currency, expectedSettlementDate: expectedDate };
}

/** The proof of a payment by its bank's bookings, as a list of one; empty while there is none. */
function statementView({ id, proof }: FilePayment): output<typeof ShipmentFile>['statements'] {
  if (proof === null) return [];
  const { booking, state, at } = proof;
  const booked = booking === null ? null : { ...booking, amount: Number(booking.amount) };
  return [{ instructionId: id, state, booking: booked, at }];
}

function clearanceView({ expiresAt, revokedAt, ...clearance }: FileClearance) {
  return { ...clearance, expiresAt: expiresAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
}

/** Source: docs/GAPS.md#S2 */
export const getShipmentFile = endpoint({
  operationId: 'getShipmentFile',
  summary: 'Compare the papers and payments of a shipment',
  tag: 'Shipments',
  method: 'get',
  path: '/v1/shipments/{id}/file',
  access: { kind: 'client', scope: 'shipments:read' },
  limit: null,
  envelope: 'bare',
  params: ShipmentPath,
  responses: { 200: { description: 'The papers, the payments, and where they disagree', schema: ShipmentFile } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params, receivedAt }, { database, vault }) {
    requireReading(principal);
    const file = await readConsignment(database, vault, principal.tenant, params.id);
    if (file === null) throw shipmentNotFound();
    const { shipment, payments, leftOut } = file;
    const clearances = await readClearancesOf(
      database,
      payments.map(({ id }) => id),
    );
    return {
      status: 200,
      data: {
        shipment,
        documents: file.documents.map(({ id: documentId, type, number }) => ({ documentId, type, number })),
        payments: payments.map(paymentView),
        statements: payments.flatMap(statementView),
        landed_cost: await landedCostOf(database, shipment, receivedAt),
        clearances: clearances.map(clearanceView),
        findings: file.findings.map(findingView),
        findings_left_out: leftOut,
      },
    };
  },
});

/** A finding is decided, and never deleted: it ends when its values agree. Source: docs/GAPS.md#S2 */
export const decideShipmentFinding = endpoint({
  operationId: 'decideShipmentFinding',
  summary: 'Decide about a finding in the papers of a shipment',
  tag: 'Shipments',
  method: 'patch',
  path: '/v1/shipments/{id}/findings/{finding}',
  access: { kind: 'client', scope: 'shipments:write' },
  limit: null,
  envelope: 'bare',
  params: FindingPath,
  body: FindingDecision,
  responses: { 200: { description: 'The finding after the decision', schema: FindingShape } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params, body, actor }, { database, vault }) {
    requireReading(principal);
    const { status, reason = null } = body;
    const { tenant } = principal;
    const place = { tenant, shipmentId: params.id, findingId: params.finding };
    const decided = await decideFinding(database, vault, place, { status, reason, actor });
    if (decided === null) throw new DomainError('NOT_FOUND', 'This shipment has no such finding.');
    return { status: 200, data: findingView(decided) };
  },
});
