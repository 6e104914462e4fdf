import { FileSummary } from '../../../../domain/payments/batches/file-row';

it('names what of a file is ignored once each, and at most 50 of it', () => {
  const ignored = new FileSummary();
  ignored.add('colour');
  ignored.add('colour');
  expect(ignored.list()).toEqual(['colour']);
  for (let index = 0; index < 100; index += 1) ignored.add(`column ${index}`);
  expect(ignored.list()).toHaveLength(50);
});
