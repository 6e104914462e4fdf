import { utcDate } from '../../domain/calendar-dates';

/** What a bank booked for one payment, as a statement has it. */
export interface Booked {
  uetr: string;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}

function entryXml({ uetr, amount, currency }: Booked, day: string): string {
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><BkTxCd><Prtry><Cd>PMNT</Cd></Prtry></BkTxCd>
      <NtryDtls><TxDtls><Refs><UETR>${uetr}</UETR></Refs></TxDtls></NtryDtls></Ntry>`;
}

/** A bank statement (camt.053) with these debits. */
export function bankStatement(booked: readonly Booked[], at: Date): string {
  const day = utcDate(at);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>DEMO-${at.getTime()}</MsgId><CreDtTm>${at.toISOString()}</CreDtTm></GrpHdr>
  <Stmt><Id>1</Id>
    ${booked.map((one) => entryXml(one, day)).join('\n    ')}
  </Stmt>
</BkToCstmrStmt></Document>
`;
}

/** @returns the amount with its first two digits that differ exchanged, as a tired clerk types it */
export function withDigitsExchanged(amount: string): string {
  return amount.replace(/(\d)(?!\1)(\d)/, '$2$1');
}
