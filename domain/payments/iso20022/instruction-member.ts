/** Members of an instruction by the names of elements, where a party or the payee's account is around them. */
const OF_PARTY: Readonly<Record<string, string>> = {
  Nm: 'name',
  StrtNm: 'address.street',
  BldgNb: 'address.building',
  BldgNm: 'address.building',
  PstCd: 'address.postalCode',
  TwnNm: 'address.city',
  CtrySubDvsn: 'address.state',
  Ctry: 'address.country',
  PstlAdr: 'address',
  AdrLine: 'address',
};
const PARTIES: Readonly<Record<string, string>> = { Cdtr: 'beneficiary', UltmtDbtr: 'debtor', Dbtr: 'debtor' };
const OTHERS: Readonly<Record<string, string>> = {
  CdtrAcct: 'beneficiary.bankAccount.accountNumber',
  CdtrAgt: 'beneficiary.bankAccount.swiftBic',
  InstdAmt: 'amount',
  IntrBkSttlmAmt: 'amount',
  '@Ccy': 'currency',
  ChrgBr: 'chargeBearer',
  Purp: 'purpose.code',
  RgltryRptg: 'purpose.nationalCode',
  RmtInf: 'remittance',
  Ref: 'remittance.reference',
  Ustrd: 'remittance.text',
  AddtlRmtInf: 'remittance.text',
  UETR: 'uetr',
  LclInstrm: 'settlementRoute.settlementTimeline',
  InstrPrty: 'settlementRoute.settlementTimeline',
};

/**
 * The member of an instruction from which an element of an order is made.
 * @param path of an element in an order, such as `CdtTrfTxInf/Cdtr/Nm`
 * @returns the path itself where there is none, such as for a name in the partner's settings
 */
export function instructionMemberOf(path: string): string {
  const names = path.split('/').reverse();
  const [last = ''] = names;
  const party = names.find((name) => Object.hasOwn(PARTIES, name));
  if (party !== undefined) return `${PARTIES[party] ?? ''}.${OF_PARTY[last] ?? 'name'}`;
  const found = names.find((name) => Object.hasOwn(OTHERS, name));
  if (found === 'CdtrAgt' && last === 'Nm') return 'beneficiary.bankAccount.bankName';
  if (found === 'CdtrAgt' && last === 'ClrSysMmbId') return 'beneficiary.bankAccount.clearing';
  return found === undefined ? path : (OTHERS[found] ?? path);
}
