import { z } from 'zod';
import { CalendarDate, isCalendarDate, Timestamp } from '../schema-tools';

const DAY_MS = 86_400_000;
/** Ends the reading of a text that is no day: else a union would tell what is wrong with it as a day alone. */
const Day = z
  .string()
  .refine(isCalendarDate, { abort: true })
  .meta(CalendarDate.meta() ?? {});
const Moment = z.union([Day, Timestamp], { error: 'must be an ISO 8601 date or timestamp' });

/** First moment of a search over creation times: a date means its beginning in UTC. */
export const SearchStart = Moment.transform((text) => new Date(isCalendarDate(text) ? `${text}T00:00:00Z` : text));

/** End of a search, exclusive: a date counts as a whole day, a timestamp as its own millisecond. */
export const SearchEnd = Moment.transform((text) =>
  isCalendarDate(text) ? new Date(Date.parse(`${text}T00:00:00Z`) + DAY_MS) : new Date(Date.parse(text) + 1),
);
