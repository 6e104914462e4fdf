/** What a bank says of one transaction. */
export function transactionStatus(parts: {
  id: string;
  uetr?: string;
  status: string;
  reason?: string;
  words?: string;
  reference?: string;
}): string {
  const { id, uetr, status, reason, words, reference } = parts;
  const why =
    reason === undefined
      ? ''
      : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn>${words === undefined ? '' : `<AddtlInf>${words}</AddtlInf>`}</StsRsnInf>`;
  return `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>
    ${uetr === undefined ? '' : `<OrgnlUETR>${uetr}</OrgnlUETR>`}<TxSts>${status}</TxSts>${why}
    ${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}</TxInfAndSts>`;
}

/** A status report of a bank about the message of that name. */
export function pain002(
  originalMessageId: string,
  content: { group?: string; payment?: string; transactions?: readonly string[]; createdAt?: string },
): string {
  const { group, payment, transactions = [], createdAt = '2026-11-26T08:00:00Z' } = content;
  const about =
    payment === undefined && transactions.length === 0
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${originalMessageId}</OrgnlPmtInfId>
      ${payment === undefined ? '' : `<PmtInfSts>${payment}</PmtInfSts>`}${transactions.join('\n')}</OrgnlPmtInfAndSts>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.12"><CstmrPmtStsRpt>
  <GrpHdr><MsgId>S-1</MsgId><CreDtTm>${createdAt}</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts><OrgnlMsgId>${originalMessageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>
    ${group === undefined ? '' : `<GrpSts>${group}</GrpSts>`}</OrgnlGrpInfAndSts>
  ${about}
</CstmrPmtStsRpt></Document>`;
}

/** A bank's answer to the request to cancel a payment. */
export function camt029(
  id: string,
  { confirmation, transaction }: { confirmation: string; transaction?: string },
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.14"><RsltnOfInvstgtn>
  <Assgnmt><Id>R-1</Id><Assgnr><Pty><Nm>Bank</Nm></Pty></Assgnr><Assgne><Pty><Nm>Holder</Nm></Pty></Assgne>
    <CreDtTm>2026-11-26T09:00:00Z</CreDtTm></Assgnmt>
  <Sts><Conf>${confirmation}</Conf></Sts>
  <CxlDtls><TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>${id}-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInf>
    <OrgnlEndToEndId>${id}</OrgnlEndToEndId>
    ${transaction === undefined ? '' : `<TxCxlSts>${transaction}</TxCxlSts>`}</TxInfAndSts></CxlDtls>
</RsltnOfInvstgtn></Document>`;
}
