import { z } from 'zod';
import { optional } from '../schema-tools';

/** Media types that a logo may have when it is sent; it is kept and printed as PNG. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/svg+xml'] as const;
export type LogoMediaType = (typeof LOGO_MEDIA_TYPES)[number];

/** Most bytes of a logo as it is sent, and as it is kept once it was redrawn. */
export const MAX_LOGO_BYTES = 64 * 1024;
/** Most bytes of a logo as it is kept, once it was redrawn. */
export const MAX_KEPT_LOGO_BYTES = 256 * 1024;
/** Characters of that many bytes in base64. */
const MAX_LOGO_TEXT = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

/** Colour of titles and rules where an account has none of its own. */
export const DEFAULT_ACCENT = '#0b3a5c';

/** Least contrast of text with its ground. Source: WCAG 2.2, 1.4.3 */
const MIN_CONTRAST = 4.5;

/** Share of a channel in the luminance of a colour, 0..1. Source: WCAG 2.2, "relative luminance" */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/**
 * @param colour `#rrggbb`
 * @returns contrast of that colour with white paper, 1..21
 * Source: WCAG 2.2, "contrast ratio"
 */
export function contrastWithWhite(colour: string): number {
  const channel = (at: number) => linear(Number.parseInt(colour.slice(at, at + 2), 16));
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (luminance + 0.05);
}

/** A colour that can be read on white paper. */
export const Accent = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #0b3a5c')
  .refine((colour) => contrastWithWhite(colour) >= MIN_CONTRAST, {
    error: `is too pale to be read on white paper: its contrast must be at least ${MIN_CONTRAST}`,
    params: { code: 'contrast' },
    when: ({ issues }) => issues.length === 0,
  })
  .transform((colour) => colour.toLowerCase())
  .meta({ description: 'Colour of titles and rules, as #rrggbb', examples: ['#7a1f2b'] });

const Logo = z.object({
  mediaType: z.enum(LOGO_MEDIA_TYPES),
  data: z
    .base64()
    .min(1)
    .max(MAX_LOGO_TEXT)
    .meta({ description: `The file in base64, at most ${MAX_LOGO_BYTES} bytes` }),
});

/** What a commercial invoice is: a PDF, or one that carries its data as XML. Source: docs/GAPS.md#D9 */
export const INVOICE_FORMATS = ['pdf', 'factur-x'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];

/** Format of the commercial invoices of an account. */
export const InvoiceFormat = z.enum(INVOICE_FORMATS).meta({
  description: '`factur-x`: commercial invoices carry their data as XML, by the profile EN 16931 of Factur-X',
});

/** Body that sets the branding of the documents of one side of an account; an absent member has its default. */
export const BrandingRequest = z
  .object({ accentColor: optional(Accent), logo: optional(Logo), invoiceFormat: optional(InvoiceFormat) })
  .meta({ id: 'BrandingRequest' });

/** How the documents of one side of an account look. Source: docs/GAPS.md#D7 */
export const BrandingRecord = z
  .object({
    accentColor: z.string().nullable(),
    logo: z
      .object({ mediaType: z.literal('image/png'), data: z.string(), width: z.int(), height: z.int() })
      .nullable()
      .meta({ description: 'The logo as it is printed: re-encoded, in base64, with its size in pixels' }),
    invoiceFormat: InvoiceFormat,
    updatedAt: z.string().nullable().meta({ description: 'null where nothing was ever set' }),
  })
  .meta({ id: 'Branding' });
