import { callerOf, createUser, holdPayment, instruction, PAYMENTS } from './on-service.mjs';

const INVOICE = {
  type: 'commercial_invoice',
  data: {
    invoiceNumber: 'INV-1',
    invoiceDate: '2026-01-31',
    currency: 'USD',
    paymentTerms: 'Net 30',
    seller: { name: 'Example Export', address: '1 Harbour Road', country: 'VN' },
    buyer: { name: 'Example Import', address: '2 Market Street', country: 'DE' },
    items: [{ description: 'Cotton t-shirts', hsCode: '610910', quantity: 100, unitPrice: 4.5, total: 450 }],
  },
};

/** @returns {string} a bank statement of ISO 20022 with one entry, which names the payment and another amount */
const statementOf = (instructionId) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>M-${instructionId}</MsgId><CreDtTm>2026-11-20T18:00:00Z</CreDtTm></GrpHdr>
  <Stmt><Id>S-${instructionId}</Id><Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
    <NtryDtls><TxDtls><Refs><EndToEndId>${instructionId}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt>
</BkToCstmrStmt></Document>`;

/**
 * Puts something on every kind of page of a running service.
 * @param {string} directory of the service's data
 * @param {{baseUrl: string, apiKey: string, operatorKey: string}} service from its run.json
 * @returns {Promise<{owner: object, secured: object, operator: object, paths: string[]}>} people who can log in, and
 *   public pages of what was made
 */
export async function furnishPages(directory, { baseUrl, apiKey, operatorKey }) {
  const call = callerOf({ baseUrl, apiKey });
  const { instructionId } = await call('POST', PAYMENTS, instruction('9876540003'));
  await call('POST', PAYMENTS, instruction('9876540000'));
  await holdPayment({ baseUrl, apiKey, operatorKey });
  await call('POST', '/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  await call('POST', '/api/v1/documents/generate', INVOICE);
  const { url } = await call('PUT', `${PAYMENTS}/${instructionId}/tracking-link`);
  const partners = await (
    await fetch(`${baseUrl}/v1/operator/partners`, { headers: { authorization: `Bearer ${operatorKey}` } })
  ).json();
  await call('POST', `/v1/operator/statements?partner=${partners.data[0].id}`, statementOf(instructionId), {
    key: operatorKey,
    type: 'application/xml',
  });
  const { pathname, search } = new URL(url);
  const ofAccount = ['--account', 'Demonstration', '--role'];
  return {
    owner: await createUser(directory, 'owner', [...ofAccount, 'owner']),
    secured: await createUser(directory, 'secured', [...ofAccount, 'viewer']),
    operator: await createUser(directory, 'operator', ['--role', 'operator']),
    paths: [`${pathname}${search}`, '/track/trk_00000000000000000000000000'],
  };
}
