import { RecordedAnswers } from '../../../../../domain/payments/dispatch/description/recorded';

const read = (answer: object) =>
  RecordedAnswers.safeParse({ answers: [{ name: 'x', operation: 'submit', ...answer }] });

it.each([{ status: 201 }, { lost: true }])('%j is recorded', (answer) => {
  expect(read(answer).success).toBe(true);
});

it.each([{}, { status: 201, lost: true }])('%j has no status, or one and is lost', (answer) => {
  expect(read(answer).error?.issues).toMatchObject([{ path: ['answers', 0, 'status'] }]);
});
