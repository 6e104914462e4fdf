import { createPartnerKey } from '../../../db/auth/credentials';
import { createPartner } from '../../../db/payments/dispatch/partners';
import { startScriptedServer, type HttpRequest, type ScriptedServer } from '../../support/http-server';
import { addRoute, newRoute } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

/** What a client speaks with: a service with documents, a partner in signed mode, and a receiver of webhooks. */
export interface Scene {
  stack: Stack;
  receiver: ScriptedServer;
  /** The partner's own server; it takes everything. */
  bank: ScriptedServer;
  apiKey: string;
  partnerKey: string;
  partnerSecret: string;
}

export const instruction = (clientReference: string) => ({
  amount: 1234567.89,
  currency: 'USD',
  clientReference,
  beneficiary: {
    name: 'Example Trading Ltd',
    country: 'US',
    bankAccount: { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' },
  },
  purpose: { code: 'trade_settlement' },
  settlementRoute: {},
});

const party = { name: 'Example Trading Ltd', address: '1 Example Street, London', country: 'GB' };

export const invoice = {
  type: 'commercial_invoice' as const,
  data: {
    invoiceNumber: 'INV-1',
    invoiceDate: '2026-01-31',
    seller: party,
    buyer: party,
    items: [{ description: 'T-shirts', hsCode: '610910', quantity: 2, unitPrice: 5, total: 10 }],
    currency: 'USD',
    paymentTerms: 'Net 30',
  },
};

/** A settlement of `instruction` that matches it. */
export const settlement = (confirmedAt: Date) => ({
  confirmedAt: confirmedAt.toISOString(),
  settlementReference: 'S-1',
  actualAmount: 1234567.89,
  actualCurrency: 'USD',
});

/** The dispatch of a payment as the partner's server received it. */
export function dispatchTo(bank: ScriptedServer): HttpRequest | undefined {
  return bank.requests.find(({ path }) => path === '/instructions');
}

export async function startScene(): Promise<Scene> {
  const receiver = await startScriptedServer(() => ({ status: 200, body: {} }));
  const bank = await startScriptedServer(() => ({ status: 200, body: { partnerReference: 'N-1' } }));
  const stack = await startStack({ documents: true, webhookTrustedOrigins: [receiver.url] });
  const { id, secret } = await createPartner(stack.database, stack.vault, {
    name: 'North',
    adapter: 'http',
    config: { url: bank.url },
    environment: 'test',
    authMode: 'signed',
  });
  const { key } = await createPartnerKey(stack.database, { partnerId: id, label: 'north', endpointLimits: false });
  await addRoute(stack.database, newRoute(id));
  const apiKey = await stack.createKey('client');
  return { stack, receiver, bank, apiKey, partnerKey: key, partnerSecret: secret };
}
