import {
  instructionOf,
  isOrder,
  requestedInstructionOf,
  statusAt,
  statusOfCode,
} from '../../../../domain/payments/iso20022/status-codes';

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

/** Source: docs/GAPS.md#P25 */
it('ends a payment by the code alone that ends payments at its partner', () => {
  const reached = (['ACSC', 'ACCC', 'booking'] as const).map((settledBy) =>
    ['ACSC', 'ACCC'].map((code) => statusAt(code, 'settled', settledBy)),
  );
  expect(reached).toEqual([
    ['settled', 'settled'],
    ['processing', 'settled'],
    ['processing', 'processing'],
  ]);
  expect(statusAt('RJCT', 'failed', 'booking')).toBe('failed');
});

it('finds a payment by its id and by the name of a message that ordered it', () => {
  const id = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz';
  const ordered = [id, `${id}-1`, `${id}-12`];
  const requested = [`${id}-c`, `${id}-r`];
  const others = [`${id}-x`, `${id}-1-c-r`, 'instr_1', ''];
  expect(ordered.map(instructionOf)).toEqual([id, id, id]);
  // A status of the request to cancel a payment is none of the payment.
  expect([...requested, ...others].map(instructionOf)).toEqual([null, null, null, null, null, null]);
  expect([...ordered, ...requested].map(requestedInstructionOf)).toEqual([id, id, id, id, id]);
  expect(others.map(requestedInstructionOf)).toEqual([null, null, null, null]);
});

it('tells orders of payments from other messages by their names', () => {
  const orders = ['pain.001.001.09', 'pacs.008.001.08', 'PAIN.001', 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03'];
  expect(orders.map(isOrder)).toEqual([true, true, true, true]);
  expect(['camt.056.001.08', 'pain.008.001.02', 'pain.0010', 'camt.055'].map(isOrder)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
