import { instructionMemberOf } from '../../../../domain/payments/iso20022/instruction-member';

it.each([
  ['CdtTrfTxInf/Cdtr/Nm', 'beneficiary.name'],
  ['CdtTrfTxInf/Cdtr/PstlAdr/TwnNm', 'beneficiary.address.city'],
  ['CdtTrfTxInf/UltmtDbtr/PstlAdr', 'debtor.address'],
  ['CdtTrfTxInf/UltmtDbtr/Id', 'debtor.name'],
  ['CdtTrfTxInf/CdtrAcct/Id/Othr', 'beneficiary.bankAccount.accountNumber'],
  ['CdtTrfTxInf/CdtrAgt/FinInstnId/Nm', 'beneficiary.bankAccount.bankName'],
  ['CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId', 'beneficiary.bankAccount.clearing'],
  ['CdtTrfTxInf/Amt/InstdAmt/@Ccy', 'currency'],
  ['CdtTrfTxInf/RmtInf/Strd/CdtrRefInf/Ref', 'remittance.reference'],
  ['GrpHdr/InitgPty/Nm', 'GrpHdr/InitgPty/Nm'],
])('%s is made of %s', (path, member) => {
  expect(instructionMemberOf(path)).toBe(member);
});
