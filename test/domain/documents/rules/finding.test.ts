import { FindingList } from '../../../../domain/documents/rules/finding';

it('faults and warnings are kept apart, in the order in which they are found', () => {
  const list = new FindingList();
  list.fault('a', 'one', 'is wrong');
  list.warn('b', 'two', 'is odd');
  list.fault('c', 'three', 'is wrong too');
  expect(list.faults).toEqual([
    { field: 'a', code: 'one', message: 'is wrong' },
    { field: 'c', code: 'three', message: 'is wrong too' },
  ]);
  expect(list.warnings).toEqual([{ field: 'b', code: 'two', message: 'is odd' }]);
});
