import { RecordedAnswers } from '../../../../../domain/payments/dispatch/description/recorded';

const read = (answer: object) =>
  RecordedAnswers.safeParse({ answers: [{ name: 'x', operation: 'submit', ...answer }] });

it.each([{ status: 201 }, { lost: true }, { operation: 'notify', body: { a: 1 } }])('%j is recorded', (answer) => {
  expect(read(answer).success).toBe(true);
});

it.each([{}, { status: 201, lost: true }, { operation: 'notify', status: 200 }, { operation: 'notify', lost: true }])(
  '%j is neither an answer nor a notification',
  (answer) => {
    expect(read(answer).error?.issues).toMatchObject([{ path: ['answers', 0, 'status'] }]);
  },
);
