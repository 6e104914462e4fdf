/**
 * The moment that a booking counts as made, if the bank states only its day: noon of that day, which is the same day
 * in nearly all zones. On the day of the dispatch it is not before the dispatch, and never after the bank's message.
 * @param bookedOn calendar date, or null
 * @param dispatchedAt of the payment; null: it is not on record
 * @param writtenAt when the bank's message was written
 */
export function bookedAt(bookedOn: string | null, dispatchedAt: Date | null, writtenAt: Date): Date {
  const saidMs = Math.max(writtenAt.getTime(), dispatchedAt?.getTime() ?? 0);
  const noonMs = bookedOn === null ? NaN : Date.parse(`${bookedOn}T12:00:00Z`);
  if (Number.isNaN(noonMs)) return new Date(saidMs);
  const isThatDay = dispatchedAt?.toISOString().slice(0, 10) === bookedOn;
  const fromMs = isThatDay && dispatchedAt !== null ? Math.max(noonMs, dispatchedAt.getTime()) : noonMs;
  return new Date(Math.min(fromMs, saidMs));
}
