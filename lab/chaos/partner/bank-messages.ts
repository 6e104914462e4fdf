/** Statuses as banks report them. Source: ISO 20022, ExternalPaymentTransactionStatus1Code */
const CODES = { accepted: 'ACCP', processing: 'ACSP', settled: 'ACSC', failed: 'RJCT' } as const;

/** A status that a bank reports by a file. */
export type FiledStatus = keyof typeof CODES;

function documentOf(definition: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${definition}">${content}</Document>
`;
}

/** An order of one payment. */
export interface FiledOrder {
  messageId: string;
  instructionId: string;
}

/** @returns a pain.002 about orders of which each has a message of its own */
export function statusReport(orders: readonly [FiledOrder, ...FiledOrder[]], status: FiledStatus): string {
  const [{ messageId: first }] = orders;
  const code = CODES[status];
  const informations = orders.map(
    ({ messageId, instructionId }) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>
<TxInfAndSts><OrgnlEndToEndId>${instructionId}</OrgnlEndToEndId><TxSts>${code}</TxSts>
<AcctSvcrRef>B-${messageId}</AcctSvcrRef></TxInfAndSts></OrgnlPmtInfAndSts>`,
  );
  return documentOf(
    'pain.002.001.12',
    `<CstmrPmtStsRpt><GrpHdr><MsgId>S-${first}-${code}</MsgId><CreDtTm>${new Date().toISOString()}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${first}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
${informations.join('\n')}</CstmrPmtStsRpt>`,
  );
}

/** What a bank has booked of an order. */
export interface Booking {
  /** Decimal text. */
  amount: string;
  currency: string;
  /** Whether it is money that came back. */
  isReturn: boolean;
}

/** @returns a camt.054 about the debit of an order, or the credit of what came back */
export function bookingNotice(
  { messageId, instructionId }: FiledOrder,
  { amount, currency, isReturn }: Booking,
): string {
  const name = `${isReturn ? 'C' : 'D'}-${messageId}`;
  const now = new Date().toISOString();
  return documentOf(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>N${name}</MsgId><CreDtTm>${now}</CreDtTm></GrpHdr>
<Ntfctn><Id>N${name}</Id><CreDtTm>${now}</CreDtTm><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>
<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${isReturn ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${now.slice(0, 10)}</Dt></BookgDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
<NtryDtls><TxDtls><Refs><AcctSvcrRef>${name}</AcctSvcrRef><EndToEndId>${instructionId}</EndToEndId></Refs>
${isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );
}

/** @returns a camt.029 about the request to cancel a payment */
export function cancellationAnswer(order: FiledOrder, isCancelled: boolean): string {
  const { messageId, instructionId } = order;
  return documentOf(
    'camt.029.001.14',
    `<RsltnOfInvstgtn><Assgnmt><Id>R-${messageId}</Id><Assgnr><Pty><Nm>Bank</Nm></Pty></Assgnr>
<Assgne><Pty><Nm>Holder</Nm></Pty></Assgne><CreDtTm>${new Date().toISOString()}</CreDtTm></Assgnmt>
<Sts><Conf>${isCancelled ? 'CNCL' : 'RJCR'}</Conf></Sts>
<CxlDtls><TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInf>
<OrgnlEndToEndId>${instructionId}</OrgnlEndToEndId></TxInfAndSts></CxlDtls></RsltnOfInvstgtn>`,
  );
}
