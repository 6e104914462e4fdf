import { instructionOf, statusOfCode } from '../../../../domain/payments/iso20022/status-codes';

/** Source: ISO 20022 external code set, ExternalPaymentTransactionStatus1Code */
it('says in the states of a payment what a bank says, and nothing where it does not know', () => {
  const codes = ['RCVD', 'ACTC', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC', 'PART', 'toString'];
  expect(codes.map(statusOfCode)).toEqual([
    'submitted',
    'accepted',
    'processing',
    'settled',
    'settled',
    'failed',
    'cancelled',
    null,
    null,
  ]);
});

it('finds a payment by its id and by the name of a message that ordered it', () => {
  const id = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz';
  expect([id, `${id}-1`, `${id}-12`, `${id}-c`, `${id}-x`, 'instr_1', ''].map(instructionOf)).toEqual([
    id,
    id,
    id,
    id,
    null,
    null,
    null,
  ]);
});
