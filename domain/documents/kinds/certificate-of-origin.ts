import { z } from 'zod';
import { CalendarDate, Country, optional } from '../../schema-tools';
import { exceptionOf, memberAt, type Agreement } from '../../tariffs/agreements';
import { LOCALE_NAMES } from '../locales';
import {
  BESIDE_OTHERS,
  Description,
  DocumentNumber,
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
import { Signatory } from './invoice-parts';
import { defineKind, type CheckFacts } from './kind';

/** One line of a certificate: gross weight or another quantity says how much. */
export const OriginItem = z
  .object({
    itemNumber: z
      .union([z.int().positive().max(100_000), line(20)], { error: 'must be a number or text' })
      .transform(String),
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
  signatory: optional(Signatory),
  notes: optional(Paragraph),
  locale: optional(z.enum(LOCALE_NAMES)),
});
export type CertificateOfOriginData = z.output<typeof CertificateOfOriginData>;

function checkMembers(list: FindingList, agreement: Agreement, data: CertificateOfOriginData, date: string): void {
  const { originCountry, consignee } = data;
  for (const [field, country] of [
    ['originCountry', originCountry],
    ['consignee.country', consignee.country],
  ] as const) {
    if (memberAt(agreement, country, date)) continue;
    list.fault(field, 'agreement', `${country} is no member of ${agreement.name} on ${date}`);
  }
  const exception = exceptionOf(agreement, originCountry, consignee.country);
  if (exception === undefined) return;
  if (exception.appliesFrom === null) list.warn('agreement', 'agreement', exception.note);
  else if (exception.appliesFrom > date) list.fault('agreement', 'agreement', exception.note);
}

function checkAgreement(list: FindingList, data: CertificateOfOriginData, facts: CheckFacts): void {
  if (data.agreement === undefined) return;
  const agreement = findOriginAgreement(facts.agreements, data.agreement);
  if (facts.agreements.length === 0 || agreement?.members.length === 0) {
    list.warn('agreement', 'agreement', 'could not be checked, because its members are not loaded');
  } else if (agreement === undefined) {
    const known = facts.agreements.map(({ name }) => name).join(', ');
    list.fault('agreement', 'agreement', `is not known; known are ${known}`);
  } else checkMembers(list, agreement, data, data.issueDate ?? facts.today);
}

/**
 * Cross-checks of a certificate of origin: the agreement is known and covers both countries on the day of issue.
 * Source: docs/GAPS.md#D3
 */
function checkCertificateOfOrigin(data: CertificateOfOriginData, facts: CheckFacts): Findings {
  const list = new FindingList();
  checkAgreement(list, data, facts);
  if (data.exporter.country !== data.originCountry) {
    list.warn('originCountry', 'origin_exporter', 'differs from the country of the exporter');
  }
  const seen = new Set<string>();
  data.items.forEach((item, index) => {
    if (seen.has(item.itemNumber)) list.warn(`items.${index}.itemNumber`, 'duplicate', 'is given more than once');
    seen.add(item.itemNumber);
  });
  if (data.issuingBody === undefined) {
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
