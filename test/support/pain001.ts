import { randomUUID } from 'node:crypto';

/** A transaction of a pain.001 in euros to a German account. */
export function creditTransfer(parts: { id?: string; amount?: string; currency?: string; more?: string } = {}): string {
  const { id = 'order-1', amount = '12.50', currency = 'EUR', more = '' } = parts;
  return `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId>
    <Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
    <Cdtr><Nm>Nordwind Handels GmbH</Nm><PstlAdr><TwnNm>Hamburg</TwnNm><Ctry>DE</Ctry></PstlAdr></Cdtr>
    <CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>
    <Purp><Cd>SUPP</Cd></Purp>${more}</CdtTrfTxInf>`;
}

/** A pain.001 with one group of transactions; each is another message. */
export function pain001(
  transactions: readonly string[],
  parts: { version?: string; header?: string; group?: string; messageId?: string } = {},
): string {
  const { version = '09', header = `<NbOfTxs>${transactions.length}</NbOfTxs>`, group = '' } = parts;
  const { messageId = randomUUID().slice(1) } = parts;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${messageId}</MsgId>${header}</GrpHdr>
<PmtInf><PmtInfId>p-1</PmtInfId><PmtMtd>TRF</PmtMtd>${group}<Dbtr><Nm>Acme</Nm></Dbtr>
${transactions.join('\n')}
</PmtInf></CstmrCdtTrfInitn></Document>`;
}
