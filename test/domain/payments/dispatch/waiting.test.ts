import { waitingMessage, WAITING_REASONS } from '../../../../domain/payments/dispatch/waiting';

it('a reason to wait is told in a sentence', () => {
  expect(waitingMessage('value_date')).toBe('Waits for its value date');
  for (const reason of WAITING_REASONS) expect(waitingMessage(reason)).toMatch(/ /);
});

it('a reason of another version is told by its word, and none by nothing', () => {
  expect([waitingMessage('new_reason'), waitingMessage(null)]).toEqual(['new_reason', '']);
});
