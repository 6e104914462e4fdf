import { z, type output, type ZodType } from 'zod';
import { isCountry } from '../countries';
import { Country, optional, sound } from '../schema-tools';
import { UNIT_CODES } from './factur-x/unit-codes';
import { INCOTERMS } from './rules/incoterms';
import { findTextFault } from './printable';
import { isObject } from '../unknown-value';

/** Of a check that names what is missing among a document's members, whatever else is wrong. Source: docs/GAPS.md#G2 */
export const BESIDE_OTHERS = { when: ({ value }: { value: unknown }) => isObject(value) };

/** Most entries of any list: about forty pages. Source: docs/GAPS.md#D3 */
export const MAX_ITEMS = 1_000;

/** A list whose elements cross-checks read one by one: null stands for each that is unsound. */
export function elements<Schema extends ZodType>(element: Schema) {
  return z
    .array(sound(element))
    .max(MAX_ITEMS)
    .transform((list): (output<Schema> | null)[] => list);
}

/** Most characters of a description of goods. */
const MAX_DESCRIPTION = 600;
const MAX_NAME = 200;
const MAX_ADDRESS = 400;
const MAX_ADDRESS_LINES = 8;
const MAX_NUMBER = 64;
const MAX_PARAGRAPH = 2_000;
const MAX_PARAGRAPH_LINES = 40;

/** Text that the embedded fonts can print; PDF/A allows no missing glyph. Source: docs/GAPS.md#D6 */
const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .superRefine((text, context) => {
      const fault = findTextFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault.message, params: { code: fault.code } });
    });

const blankless = (text: string) => text.trim() !== '';
const withinLines = (max: number) => (text: string) => text.split(/\r\n|\r|\n/).length <= max;

/** One line of text, without control characters. */
export const line = (max: number): z.ZodString =>
  printable(max)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters or line breaks')
    .refine(blankless, 'must not be blank');

/** The document's own number; it also names the file. */
export const DocumentNumber = line(MAX_NUMBER).meta({ examples: ['INV-2026-001'] });
/** A name on one line. */
export const Name = line(MAX_NAME);
/** A number or reference of another party, on one line. */
export const Reference = line(MAX_NUMBER);
/** A short text on one line. */
export const ShortText = line(MAX_NAME);
/** What goods are, in one or more lines. */
export const Description = printable(MAX_DESCRIPTION).refine(blankless, 'must not be blank');
/** Text of at most 40 lines. */
export const Paragraph = printable(MAX_PARAGRAPH)
  .refine(blankless, 'must not be blank')
  .refine(withinLines(MAX_PARAGRAPH_LINES), `must not have more than ${MAX_PARAGRAPH_LINES} lines`);
/** A postal address of at most 8 lines. */
export const Address = printable(MAX_ADDRESS)
  .refine(blankless, 'must not be blank')
  .refine(withinLines(MAX_ADDRESS_LINES), `must not have more than ${MAX_ADDRESS_LINES} lines`);

/** Digits of an HS code; points between them are allowed and printed. */
export const hsCode = (min: number, max: number): z.ZodString =>
  z
    .string()
    .max(20)
    .refine((text) => /^\d(?:\.?\d)*$/.test(text), { error: 'must be digits', params: { code: 'hs_code' } })
    .refine((text) => [...text.replaceAll('.', '')].length >= min && text.replaceAll('.', '').length <= max, {
      error: min === max ? `must have ${min} digits` : `must have ${min} to ${max} digits`,
      params: { code: 'hs_code' },
    })
    .meta({
      description: 'HS code as a string of digits',
      examples: ['610910'],
      override: { pattern: String.raw`^[0-9](\.?[0-9]){${min - 1},${max - 1}}$` },
    });

/** A quantity: positive, at most 15 digits, at most 6 of them after the point. */
export const Quantity = z
  .number()
  .positive()
  .max(1e12)
  .refine((value) => decimalsOf(value) <= 6, { error: 'must have at most 6 decimals', params: { code: 'decimals' } });

/** An amount whose decimals are checked against the currency by the rules of the type. */
export const Amount = z.number().nonnegative().max(1e15);
/** A rate in percent, such as 19 for 19 %: at most 4 decimals. */
export const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => decimalsOf(value) <= 4, { error: 'must have at most 4 decimals', params: { code: 'decimals' } })
  .meta({ description: 'Percent: 6.5 means 6.5 %', examples: [20] });
/** A number of pieces: whole, at least 1. */
export const Count = z.int().positive().max(1_000_000);

function decimalsOf(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toString().split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** Who takes part in a shipment. Source: specification, "Document"; docs/GAPS.md#D3 */
export const Party = z
  .object({
    name: Name,
    address: Address,
    country: Country,
    taxId: optional(Reference),
    eori: optional(Reference),
    contact: optional(Name),
    email: optional(Name),
    phone: optional(Reference),
  })
  .meta({ id: 'Party' });
export type Party = z.output<typeof Party>;

/** Prefixes of VAT numbers that are no countries: Greece and Northern Ireland. Source: EN 16931, BR-CO-09 */
const OTHER_VAT_PREFIXES = ['EL', 'XI'];

/** A VAT number with the prefix of the country that gave it. Source: EN 16931-1, BT-31, BT-48 */
const VatId = line(20)
  .refine((text) => /^[A-Z]{2}[0-9A-Z+*.]{2,}$/.test(text) && isVatPrefix(text.slice(0, 2)), {
    error: 'must begin with the code of its country, such as DE123456789',
    params: { code: 'vat_id' },
  })
  .meta({ examples: ['DE123456789'] });

function isVatPrefix(prefix: string): boolean {
  return isCountry(prefix) || OTHER_VAT_PREFIXES.includes(prefix);
}

/** Seller or buyer of an invoice. */
export const InvoiceParty = z
  .object({
    ...Party.shape,
    vatId: optional(VatId),
    registrationId: optional(Reference).meta({ description: 'Number in a register of companies' }),
  })
  .meta({ id: 'InvoiceParty' });
export type InvoiceParty = z.output<typeof InvoiceParty>;

/** A unit by its code. */
export const UnitCode = z
  .string()
  .refine((code) => UNIT_CODES.has(code), {
    error: 'must be a code of UN/ECE Recommendation 20, such as H87 for pieces or KGM',
    params: { code: 'unit_code' },
  })
  .meta({
    description: 'Code of UN/ECE Recommendation 20',
    examples: ['H87'],
    override: { pattern: '^[0-9A-Z]{2,3}$' },
  });

/** Units of weight by their UN/ECE codes: kilogram and pound. */
const WEIGHT_CODES = ['KGM', 'LBR'] as const;

const WeightWithUnit = z
  .object({ value: Quantity, unit: z.enum(WEIGHT_CODES).default('KGM') })
  .meta({ id: 'WeightWithUnit' });

/** A weight with its UN/ECE unit; a bare number is in kilograms. */
export const Weight = z
  .union([Quantity, WeightWithUnit], { error: 'must be {value, unit KGM or LBR}, or a number of kilograms' })
  .transform((weight) => (typeof weight === 'number' ? { value: weight, unit: 'KGM' as const } : weight))
  .meta({ id: 'Weight' });
export type Weight = z.output<typeof Weight>;

const MeasurementWithUnit = z
  .object({ value: Quantity, unit: z.literal('MTQ').default('MTQ') })
  .meta({ id: 'MeasurementWithUnit' });

/** A volume in cubic metres. */
export const Measurement = z
  .union([Quantity, MeasurementWithUnit], { error: 'must be a number of cubic metres, or {value, unit MTQ}' })
  .transform((measurement) => (typeof measurement === 'number' ? measurement : measurement.value))
  .meta({ id: 'Measurement' });

/** Net and gross weight of a whole consignment. */
export const Weights = z.object({ net: optional(Weight), gross: optional(Weight) }).meta({ id: 'Weights' });

/** Terms of delivery with their place. Source: International Chamber of Commerce, Incoterms 2020 */
export const Incoterm = z
  .object({
    code: z.enum(INCOTERMS),
    place: ShortText,
    version: optional(z.union([z.literal(2020), z.literal('2020')])),
  })
  .meta({ id: 'Incoterm' });
export type Incoterm = z.output<typeof Incoterm>;

/** How goods travel. */
export const TRANSPORT_MODES = ['sea', 'air', 'road', 'rail', 'inland_waterway', 'multimodal', 'post'] as const;

/** Number and kind of packages, as a client words it: "10 cartons", or a count alone. */
export const PackageText = z
  .union([line(MAX_NAME), Count], { error: 'must be text such as "10 cartons", or a count' })
  .transform(String);
