import { bookedAt } from '../../../../domain/payments/iso20022/booked-at';

/** When the bank wrote the file. */
const NOW = new Date('2026-03-03T08:00:00Z');

it.each<[string, string | null, string | null, string]>([
  ['noon of its day', '2026-03-02', null, '2026-03-02T12:00:00.000Z'],
  ['the dispatch in the afternoon of that day', '2026-03-02', '2026-03-02T15:00:00Z', '2026-03-02T15:00:00.000Z'],
  ['noon, whatever was dispatched later', '2026-03-02', '2026-03-03T07:00:00Z', '2026-03-02T12:00:00.000Z'],
  ['the dispatch, where the file claims to be older', '2026-03-04', '2026-03-04T09:00:00Z', '2026-03-04T09:00:00.000Z'],
  ['the moment of the word of it', '2026-03-03', null, NOW.toISOString()],
  ['the moment of the word of it, where it has no day', null, null, NOW.toISOString()],
])('a booking counts as made at %s', (_what, bookedOn, dispatchedAt, expected) => {
  const at = bookedAt(bookedOn, dispatchedAt === null ? null : new Date(dispatchedAt), NOW);
  expect(at.toISOString()).toBe(expected);
});
