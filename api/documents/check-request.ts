import type { Agreement } from '../../domain/tariffs/agreements';
import type { DocumentWarning } from '../../domain/documents/document';
import { checkContent, type DocumentRequest } from '../../domain/documents/registry';
import { agreementText, findOriginAgreement } from '../../domain/documents/rules/agreements';
import type { CheckFacts } from '../../domain/documents/rules/certificate-of-origin';
import { findPackingListPrices } from '../../domain/documents/rules/packing-list';
import { invalidRequest, type FieldFault } from '../../domain/errors';

function withinData<Finding extends FieldFault | DocumentWarning>(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, field: `data.${finding.field}` }));
}

/** Unknown members are dropped by the schema, so prices are looked for in what was sent. */
function priceFaults(rawBody: Buffer): FieldFault[] {
  const body: unknown = JSON.parse(rawBody.toString('utf8'));
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined;
  return findPackingListPrices(data).faults;
}

/** A bill of lading without a date of issue is issued today. Source: docs/GAPS.md#D3 */
export function withIssueDate(request: DocumentRequest, today: string): DocumentRequest {
  if (request.type !== 'bill_of_lading') return request;
  return { ...request, data: { ...request.data, issueDate: request.data.issueDate ?? today } };
}

/** A certificate prints the agreement's full name, whichever name was sent. */
export function withAgreementText(request: DocumentRequest, known: readonly Agreement[]): DocumentRequest {
  if (request.type !== 'certificate_of_origin' || request.data.agreement === undefined) return request;
  const agreement = findOriginAgreement(known, request.data.agreement);
  if (agreement === undefined) return request;
  return { ...request, data: { ...request.data, agreement: agreementText(agreement) } };
}

/**
 * Cross-checks a parsed request.
 * @returns the warnings of its answer
 * @throws DomainError INVALID_REQUEST naming every fault
 */
export function checkRequest(request: DocumentRequest, rawBody: Buffer, facts: CheckFacts): DocumentWarning[] {
  const { faults, warnings } = checkContent(request, facts);
  const prices = request.type === 'packing_list' ? priceFaults(rawBody) : [];
  if (faults.length + prices.length > 0) throw invalidRequest(withinData([...prices, ...faults]));
  return withinData(warnings);
}
