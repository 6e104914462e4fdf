import { z } from 'zod';
import { CalendarDate, Country, optional, sound } from '../../schema-tools';
import { exceptionOf, memberAt, type Agreement } from '../../tariffs/schedule/agreements';
import {
  BESIDE_OTHERS,
  Description,
  DocumentNumber,
  elements,
  hsCode,
  line,
  MAX_ITEMS,
  Name,
  PackageText,
  Paragraph,
  Party,
  Quantity,
  Reference,
  ShortText,
  Weight,
} from '../fields';
import { agreementText, findOriginAgreement } from '../rules/agreements';
import { FindingList, type Findings } from '../rules/finding';
import { Transport } from '../transport';
import { closing } from './closing';
import { defineKind, type CheckFacts } from './kind';

const ItemNumber = z
  .union([z.int().positive().max(100_000), line(20)], { error: 'must be a number or text' })
  .transform(String);

/** One line of a certificate: gross weight or another quantity says how much. */
export const OriginItem = z
  .object({
    itemNumber: ItemNumber,
    marks: ShortText,
    packages: PackageText,
    description: Description,
    hsCode: hsCode(6, 6),
    grossWeight: optional(Weight),
    quantity: optional(Quantity),
    unit: optional(line(20)),
    originCriterion: optional(line(20)),
    invoiceRef: optional(Reference),
  })
  .superRefine((item, context) => {
    if (item.grossWeight !== undefined || item.quantity !== undefined) return;
    const message = 'is required where there is no quantity';
    context.addIssue({ code: 'custom', path: ['grossWeight'], message, params: { code: 'required' } });
  }, BESIDE_OTHERS);
export type OriginItem = z.output<typeof OriginItem>;

/** Data of a certificate of origin. Source: docs/GAPS.md#D3 */
export const CertificateOfOriginData = z.object({
  certificateNumber: DocumentNumber,
  exporter: Party,
  consignee: Party,
  originCountry: Country,
  items: z.array(OriginItem).min(1).max(MAX_ITEMS),
  issueDate: optional(CalendarDate),
  producer: optional(Party),
  transport: optional(Transport),
  agreement: optional(ShortText),
  originCriterion: optional(line(20)),
  invoiceRef: optional(Reference),
  issuingBody: optional(Name),
  declaration: optional(Paragraph),
  ...closing,
});
export type CertificateOfOriginData = z.output<typeof CertificateOfOriginData>;

const InCountry = Party.pick({ country: true });

/** What the cross-checks look at, each member as far as it is sound. */
const SentCertificate = z.object({
  originCountry: sound(Country),
  exporter: sound(InCountry),
  consignee: sound(InCountry),
  agreement: sound(optional(ShortText)),
  issueDate: sound(optional(CalendarDate)),
  items: sound(elements(z.object({ itemNumber: ItemNumber }))),
  issuingBody: z.unknown().optional(),
});
type SentCertificate = z.output<typeof SentCertificate>;

/** Checks that an agreement covers the countries of origin and destination on a day, and trade between them. */
function checkCountries(list: FindingList, agreement: Agreement, sent: SentCertificate, date: string): void {
  const { originCountry, consignee } = sent;
  for (const [field, country] of [
    ['originCountry', originCountry],
    ['consignee.country', consignee?.country ?? null],
  ] as const) {
    if (country === null || memberAt(agreement, country, date)) continue;
    list.fault(field, 'agreement', `${country} is no member of ${agreement.name} on ${date}`);
  }
  if (originCountry === null || consignee === null) return;
  const exception = exceptionOf(agreement, originCountry, consignee.country);
  if (exception === undefined) return;
  if (exception.appliesFrom === null) list.warn('agreement', 'agreement', exception.note);
  else if (exception.appliesFrom > date) list.fault('agreement', 'agreement', exception.note);
}

/** Checks that the named agreement is known and covers the countries; without loaded members it only warns. */
function checkAgreement(list: FindingList, sent: SentCertificate, facts: CheckFacts): void {
  if (!sent.agreement) return;
  const agreement = findOriginAgreement(facts.agreements, sent.agreement);
  const date = sent.issueDate === undefined ? facts.today : sent.issueDate;
  if (facts.agreements.length === 0 || agreement?.members.length === 0) {
    list.warn('agreement', 'agreement', 'could not be checked, because its members are not loaded');
  } else if (agreement === undefined) {
    const known = facts.agreements.map(({ name }) => name).join(', ');
    list.fault('agreement', 'agreement', `is not known; known are ${known}`);
  } else if (date !== null) checkCountries(list, agreement, sent, date);
}

/**
 * Cross-checks of a certificate of origin: the agreement is known and covers both countries on the day of issue.
 * @param data as it was sent
 * Source: docs/GAPS.md#D3
 */
function checkCertificateOfOrigin(data: unknown, facts: CheckFacts): Findings {
  const list = new FindingList();
  const sent = SentCertificate.safeParse(data).data;
  if (sent === undefined) return list;
  checkAgreement(list, sent, facts);
  if (sent.exporter?.country !== sent.originCountry) {
    list.warn('originCountry', 'origin_exporter', 'differs from the country of the exporter');
  }
  const seen = new Set<string>();
  (sent.items ?? []).forEach((item, index) => {
    if (item === null) return;
    if (seen.has(item.itemNumber)) list.warn(`items.${index}.itemNumber`, 'duplicate', 'is given more than once');
    seen.add(item.itemNumber);
  });
  if (sent.issuingBody === undefined || sent.issuingBody === null) {
    list.warn('issuingBody', 'issuing_body', 'without one this is a declaration of the exporter');
  }
  return list;
}

/** Prints the agreement's full name, whichever name was sent. */
function withAgreementText(data: CertificateOfOriginData, { agreements }: CheckFacts): CertificateOfOriginData {
  const agreement = data.agreement === undefined ? undefined : findOriginAgreement(agreements, data.agreement);
  return agreement === undefined ? data : { ...data, agreement: agreementText(agreement) };
}

/** Certificate of origin. Source: docs/GAPS.md#D3 */
export const certificateOfOrigin = defineKind('certificate_of_origin', CertificateOfOriginData, {
  numberOf: (data) => data.certificateNumber,
  check: checkCertificateOfOrigin,
  complete: withAgreementText,
  needsAgreements: true,
});
