import { z } from 'zod';
import { CalendarDate, optional } from '../../schema-tools';
import { Name, Paragraph, ShortText } from '../fields';
import { LOCALE_NAMES } from '../locales';

/** Who signs a document, where and when. */
const Signatory = z.object({
  name: Name,
  title: optional(ShortText),
  place: optional(ShortText),
  date: optional(CalendarDate),
});

/** What every document may say at its end. */
export const closing = {
  signatory: optional(Signatory),
  notes: optional(Paragraph),
  locale: optional(z.enum(LOCALE_NAMES)),
};
