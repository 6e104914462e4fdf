import { z } from 'zod';
import { CalendarDate, optional } from '../schema-tools';
import { Reference, ShortText, TRANSPORT_MODES } from './fields';

/** How the goods travel. Source: docs/GAPS.md#D3 */
export const Transport = z
  .object({
    mode: z.enum(TRANSPORT_MODES),
    vessel: optional(ShortText),
    voyage: optional(Reference),
    portOfLoading: optional(ShortText),
    portOfDischarge: optional(ShortText),
    placeOfReceipt: optional(ShortText),
    placeOfDelivery: optional(ShortText),
    departureDate: optional(CalendarDate),
  })
  .meta({ id: 'Transport' });
export type Transport = z.output<typeof Transport>;
