import { z } from 'zod';
import { alsoTaken } from '../other-forms';
import { isCalendarDate, Timestamp } from '../schema-tools';
import { DAY_MS, startOfUtcDay } from '../calendar-dates';

/** A text with a time is told what is wrong with it as a timestamp, such as that its year is out of range. */
const Moment = z
  .string()
  .transform((text, context) => {
    if (isCalendarDate(text)) return text;
    const { data, error } = Timestamp.safeParse(text);
    if (error === undefined) return data;
    const neither = {
      code: 'custom',
      message: 'must be an ISO 8601 date or timestamp, such as 2026-01-31 or 2026-01-31T12:00:00Z',
      params: { code: 'date' },
    } as const;
    for (const issue of text.includes('T') ? error.issues : [neither]) context.addIssue({ ...issue });
    return z.NEVER;
  })
  .meta({
    override: ({ jsonSchema }) => {
      jsonSchema.anyOf = [
        { type: 'string', description: 'ISO 8601 calendar date', examples: ['2026-01-31'], format: 'date' },
        { type: 'string', description: 'ISO 8601 timestamp', format: 'date-time' },
      ];
      delete jsonSchema.type;
    },
    ...alsoTaken('moment'),
  });

/** First moment of a search over creation times: a date means its beginning in UTC. */
export const SearchStart = Moment.transform((text) => (isCalendarDate(text) ? startOfUtcDay(text) : new Date(text)));

/** End of a search, exclusive: a date counts as a whole day, a timestamp as its own millisecond. */
export const SearchEnd = Moment.transform((text) =>
  isCalendarDate(text) ? new Date(startOfUtcDay(text).getTime() + DAY_MS) : new Date(Date.parse(text) + 1),
);
