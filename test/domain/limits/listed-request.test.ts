import { isSubject, knownField, subjectOf } from '../../../domain/limits/listed-request';
import { newId } from '../../../lib/ids';

const PAYMENT = newId('instruction');
const OTHER = newId('instruction');
const PATH = '/api/v1/payments/instructions';

describe('what a request is about', () => {
  it.each([
    ['what it made', `${PATH}/${OTHER}`, [PAYMENT], OTHER],
    ['what its path names', undefined, [PAYMENT], PAYMENT],
    ['the endpoint of a recovery', `/v1/webhooks/${newId('webhook')}/recoveries/rcv`, [], /^wh_/],
    ['its payment, rather than the secret address of a page', `/track/${newId('trackingLink')}`, [PAYMENT], PAYMENT],
    ['nothing, where a client wrote something else there', undefined, ['John Smith', 'instr_me'], null],
    ['nothing, where nothing is named', undefined, [], null],
  ])('is %s', (_name, location, named, subject) => {
    const found = subjectOf(location, named);
    if (subject instanceof RegExp) expect(found).toMatch(subject);
    else expect(found).toBe(subject);
  });

  it('has an id of ours', () => {
    expect([PAYMENT, newId('document'), newId('key'), 'doc_1', ''].map(isSubject)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it.each([
  ['beneficiary.bankAccount.swiftBic', 'beneficiary.bankAccount.swiftBic'],
  ['items.3.amount', 'items.3.amount'],
  ['metadata.John Smith', 'metadata.*'],
  ['benefisiary', '*'],
  ['items.4111111111111111', 'items.*'],
])('names the field %p as %p', (field, said) => {
  const names = new Set(['beneficiary', 'bankAccount', 'swiftBic', 'items', 'amount', 'metadata']);
  expect(knownField(field, names)).toBe(said);
});
