/** One booked entry of a bank statement; override what the test is about. */
export function camtEntry(parts: { references: string; amount?: string; currency?: string; rest?: string }): string {
  const { references, amount = '1250.50', currency = 'USD', rest = '' } = parts;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
    <NtryDtls><TxDtls><Refs>${references}</Refs>${rest}</TxDtls></NtryDtls></Ntry>`;
}

/** A statement of ISO 20022 with these entries. */
export function camt053(entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-20T18:00:00Z</CreDtTm></GrpHdr>
  <Stmt><Id>S-1</Id>${entries.join('\n')}</Stmt>
</BkToCstmrStmt></Document>`;
}
