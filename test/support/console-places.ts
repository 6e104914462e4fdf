import { findOrCreateAccount, openLiveSide } from '../../db/auth/accounts';
import { createUser } from '../../db/auth/users';
import { invite } from '../../db/auth/invitations';
import { startPasswordReset } from '../../db/auth/password-links';
import { newLinkToken } from '../../db/auth/user-links';
import { raiseFlag } from '../../db/operator-flags';
import { newId } from '../../lib/ids';
import { eventually, instructionBody, settlementBody } from './builders';
import { camt053, camtEntry } from './camt';
import { startTestPartner } from './partner';
import { importSmallWorld } from './reference-data';
import type { Stack } from './stack';

export const PASSWORD = 'nine blue herons at dawn';
export const OWNER = 'owner@example.com';
export const OPERATOR = 'op@example.com';
export const PARTNER_PERSON = 'maria@example.com';
/** A word that no line breaks in by itself. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetenschild';

/** An account with one of everything that the console shows, its owner and an operator. */
export interface Furnished {
  accountId: string;
  ownerId: string;
  operatorId: string;
  partnerId: string;
  /** With which the partner reports. */
  partnerKey: string;
  routeId: string;
  keyId: string;
  instructionId: string;
  settledId: string;
  webhookId: string;
  deliveryId: string;
  documentId: string;
  shipmentId: string;
  beneficiaryId: string;
  statementId: string;
  batchId: string;
  bulkDecisionId: string;
  /** Of a reconciliation case and of a flag that are open. */
  caseId: string;
  flagId: string;
  /** Of an API request that is listed. */
  requestId: string;
  invitationToken: string;
  /** Of a link by which somebody chooses a password. */
  passwordToken: string;
  /** Public page of a payment. */
  trackingPath: string;
}

type Body = Record<string, unknown>;

const INVOICE = {
  type: 'commercial_invoice',
  data: {
    invoiceNumber: 'INV-1',
    invoiceDate: '2026-01-31',
    currency: 'USD',
    paymentTerms: 'Net 30',
    seller: { name: 'Example Export', address: '1 Harbour Road', country: 'VN' },
    buyer: { name: LONG_WORD, address: '2 Market Street', country: 'DE' },
    items: [{ description: LONG_WORD, hsCode: '610910', quantity: 100, unitPrice: 4.5, total: 450 }],
  },
};

const SHIPMENT = {
  ...{ origin_country: 'VN', destination_country: 'DE', hs_code: '610910', description: LONG_WORD },
  ...{ reference: LONG_WORD, value: 450, currency: 'USD', weight: 90, weight_unit: 'kg', buyer: LONG_WORD },
};

async function firstId(stack: Stack, sql: string, values: unknown[] = []): Promise<string> {
  const [row] = await eventually(
    () => stack.database.query<{ id: string }>(sql, values),
    ({ length }) => length > 0,
    sql,
  );
  return row?.id ?? '';
}

async function makePeople(stack: Stack, accountId: string): Promise<{ ownerId: string; operatorId: string }> {
  const common = { password: PASSWORD, actor: 'command:test' };
  const owner = { ...common, email: OWNER, name: 'Olga Owner', role: 'owner', accountId } as const;
  const operator = { ...common, email: OPERATOR, name: 'Op', role: 'operator', accountId: null } as const;
  return { ownerId: await createUser(stack.database, owner), operatorId: await createUser(stack.database, operator) };
}

/**
 * Furnishes a service whose workers run, those of documents too.
 * @param receiverUrl of its endpoint, which the service may reach
 */
export async function furnish(stack: Stack, receiverUrl: string): Promise<Furnished> {
  const { database } = stack;
  await importSmallWorld(database);
  const partner = await startTestPartner(database, stack.vault, { name: 'Nordic Clearing' });
  const key = await stack.createKey('Blue Harbour');
  const { id: accountId } = await findOrCreateAccount(database, 'Blue Harbour');
  await openLiveSide(database, accountId, 'command:test');
  const people = await makePeople(stack, accountId);
  const post = async (path: string, body: Body, by = key): Promise<Body> => {
    const answer = await stack.call('POST', path, { key: by, body });
    if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
    return (answer.body['data'] ?? answer.body) as Body;
  };
  await post('/v1/webhooks', { url: receiverUrl, events: ['*'] });
  const maria = {
    email: PARTNER_PERSON,
    name: 'Maria',
    role: 'partner',
    accountId: null,
    partnerId: partner.id,
  } as const;
  await createUser(database, { ...maria, password: PASSWORD, actor: 'command:test' });
  const payments = '/api/v1/payments/instructions';
  const pay = async (overrides: Body): Promise<string> => {
    const settlementRoute = { routeId: partner.routeId };
    return String((await post(payments, instructionBody({ settlementRoute, ...overrides })))['instructionId']);
  };
  const settledId = await pay({ clientReference: 'PO-2026-0117' });
  await firstId(stack, `select id from payment_instructions where id = $1 and status = 'submitted'`, [settledId]);
  const instructionId = await pay({ clientReference: LONG_WORD });
  await firstId(stack, `select id from payment_instructions where id = $1 and status = 'submitted'`, [instructionId]);
  await post(`${payments}/${settledId}/settlement`, settlementBody({ actualAmount: 1200 }), partner.key);
  const link = await stack.call('PUT', `${payments}/${instructionId}/tracking-link`, { key });
  const { pathname, search } = new URL(String((link.body['data'] as Body)['url']));
  const payee = { label: LONG_WORD, ...(instructionBody()['beneficiary'] as Body) };
  const beneficiaryId = String((await post('/api/v1/beneficiaries', payee))['id']);
  const shipmentId = String((await post('/v1/shipments', SHIPMENT))['id']);
  await post('/api/v1/documents/generate', { ...INVOICE, shipmentId });
  const rows = [instructionBody(), instructionBody({ currency: LONG_WORD })];
  const batch = await post('/api/v1/payments/batches', { name: LONG_WORD, mode: 'valid_only', items: rows });
  const batchId = String(batch['batchId']);
  await firstId(stack, `select id from payment_batches where id = $1 and status = 'completed'`, [batchId]);
  const bulkDecisionId = newId('bulkDecision');
  await database.query(
    `insert into bulk_decisions (id, decision, reason, filter, has_more, prepared_by)
     values ($1, 'try_now', $2, '{"waiting": "person"}', true, 'command:test')`,
    [bulkDecisionId, LONG_WORD],
  );
  await database.query(`insert into bulk_decision_payments (bulk_decision_id, instruction_id) values ($1, $2)`, [
    bulkDecisionId,
    instructionId,
  ]);
  const statement = camt053([camtEntry({ references: `<EndToEndId>${settledId}</EndToEndId>`, amount: '1.00' })]);
  await stack.call('POST', `/v1/operator/statements?partner=${partner.id}`, {
    key: await stack.createOperator(),
    raw: statement,
    headers: { 'content-type': 'application/xml' },
  });
  await raiseFlag(database, instructionId, 'silence', { says: LONG_WORD });
  const passwordToken = newLinkToken();
  const chooser = { email: 'chooser@example.com', name: 'Chooser', role: 'viewer', accountId } as const;
  const chooserId = await createUser(database, { ...chooser, password: null, actor: 'command:test' });
  await startPasswordReset(database, { userId: chooserId, token: passwordToken, actor: 'command:test' });
  const invitation = { accountId, email: 'new@example.com', role: 'viewer', actor: 'command:test' } as const;
  return {
    accountId,
    ...people,
    partnerId: partner.id,
    partnerKey: partner.key,
    routeId: partner.routeId,
    instructionId,
    beneficiaryId,
    settledId,
    shipmentId,
    batchId,
    bulkDecisionId,
    caseId: await firstId(stack, 'select id from reconciliation_cases'),
    flagId: await firstId(stack, 'select id::text from operator_flags where subject = $1', [instructionId]),
    requestId: await firstId(stack, 'select id from request_log where account_id = $1 limit 1', [accountId]),
    keyId: await firstId(stack, 'select id from api_keys where account_id = $1', [accountId]),
    webhookId: await firstId(stack, 'select id from webhook_subscriptions'),
    deliveryId: await firstId(stack, `select delivery_id as id from delivery_attempts limit 1`),
    documentId: await firstId(stack, `select id from documents where status = 'generated'`),
    statementId: await firstId(stack, 'select id from payment_statements'),
    invitationToken: (await invite(database, invitation)).token,
    passwordToken,
    trackingPath: `${pathname}${search}`,
  };
}
