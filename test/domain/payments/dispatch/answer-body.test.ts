import { parseBody } from '../../../../domain/payments/dispatch/answer-body';

const parse = (text: string) => parseBody(Buffer.from(text));

describe('the body of an answer', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['<html>', { kind: 'not_json' }],
    ['{"a":', { kind: 'not_json' }],
    ['\ufeff{"a":1}', { kind: 'json', value: { a: 1 } }],
    // The last digits of an id count; those in a text, and of fractions, stay.
    ['{"id":123456789012345678}', { kind: 'json', value: { id: '123456789012345678' } }],
    ['{"id":"123456789012345678","n":1.5}', { kind: 'json', value: { id: '123456789012345678', n: 1.5 } }],
  ])('%s is %j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });
});
