import { exceptionOf, memberAt, type Agreement } from '../../tariffs/agreements';
import type { CertificateOfOriginData } from '../types/certificate-of-origin';
import { findOriginAgreement } from './agreements';
import { FindingList, type Findings } from './finding';

/** Against what a document is checked beside its own data. */
export interface CheckFacts {
  /** Calendar date in UTC. */
  today: string;
  /** Trade agreements with their members; none where none were imported. */
  agreements: readonly Agreement[];
}

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
export function checkCertificateOfOrigin(data: CertificateOfOriginData, facts: CheckFacts): Findings {
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
