/** Statuses as banks report them. Source: ISO 20022, ExternalPaymentTransactionStatus1Code */
const CODES = { accepted: 'ACCP', processing: 'ACSP', settled: 'ACSC', failed: 'RJCT' } as const;

/** A status that a bank reports by a file. */
export type FiledStatus = keyof typeof CODES;

function documentOf(definition: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${definition}">${content}</Document>
`;
}

/** @returns a pain.002 about the order of that name */
export function statusReport(order: { messageId: string; instructionId: string }, status: FiledStatus): string {
  const { messageId, instructionId } = order;
  return documentOf(
    'pain.002.001.12',
    `<CstmrPmtStsRpt><GrpHdr><MsgId>S-${messageId}-${CODES[status]}</MsgId><CreDtTm>${new Date().toISOString()}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>
<TxInfAndSts><OrgnlEndToEndId>${instructionId}</OrgnlEndToEndId><TxSts>${CODES[status]}</TxSts>
<AcctSvcrRef>B-${messageId}</AcctSvcrRef></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  );
}

/** @returns a camt.029 about the request to cancel a payment */
export function cancellationAnswer(order: { messageId: string; instructionId: string }, isCancelled: boolean): string {
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
