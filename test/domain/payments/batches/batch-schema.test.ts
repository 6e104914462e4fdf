import { isXmlFile } from '../../../../domain/payments/batches/batch-schema';

it.each([
  ['<?xml version="1.0"?><Document/>', true],
  ['\uFEFF<Document/>', true],
  ['\r\n  <Document/>', true],
  ['amount,currency\n10,USD', false],
  ['\uFEFFamount,currency', false],
  ['', false],
])('tells a message of a bank from CSV by its beginning: %j', (text, expected) => {
  expect(isXmlFile(Buffer.from(text))).toBe(expected);
});
