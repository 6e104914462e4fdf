import type { CertificateOfOriginData } from '../types/certificate-of-origin';
import { findOriginAgreement, ORIGIN_AGREEMENTS } from './agreements';
import { FindingList, type Findings } from './finding';

function checkAgreement(list: FindingList, data: CertificateOfOriginData): void {
  if (data.agreement === undefined) return;
  const agreement = findOriginAgreement(data.agreement);
  if (agreement === undefined) {
    const known = ORIGIN_AGREEMENTS.map((each) => each.code).join(', ');
    list.fault('agreement', 'agreement', `is not known; known are ${known}`);
    return;
  }
  for (const [field, country] of [
    ['originCountry', data.originCountry],
    ['consignee.country', data.consignee.country],
  ] as const) {
    if (!agreement.members.has(country)) list.fault(field, 'agreement', `${country} is no member of ${agreement.code}`);
  }
}

/**
 * Cross-checks of a certificate of origin: the agreement is known and covers both countries.
 * Source: docs/GAPS.md#D3
 */
export function checkCertificateOfOrigin(data: CertificateOfOriginData): Findings {
  const list = new FindingList();
  checkAgreement(list, data);
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
