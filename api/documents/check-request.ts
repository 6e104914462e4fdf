import { checkContent, checkSent, type DocumentRequest } from '../../domain/documents/registry';
import type { CheckFacts } from '../../domain/documents/kinds/kind';
import type { DocumentWarning } from '../../domain/documents/rules/finding';
import { invalidRequest, type FieldFault } from '../../domain/errors';

function withinData<Finding extends FieldFault | DocumentWarning>(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, field: `data.${finding.field}` }));
}

/** The data as they were sent: unknown members are dropped by the schema. */
function sentData(rawBody: Buffer): unknown {
  const body: unknown = JSON.parse(rawBody.toString('utf8'));
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : undefined;
}

/**
 * Cross-checks a parsed request.
 * @returns the warnings of its answer
 * @throws DomainError INVALID_REQUEST naming every fault
 */
export function checkRequest(request: DocumentRequest, rawBody: Buffer, facts: CheckFacts): DocumentWarning[] {
  const { faults, warnings } = checkContent(request, facts);
  const sent = checkSent(request.type, sentData(rawBody));
  const all = [...sent.faults, ...faults];
  if (all.length > 0) throw invalidRequest(withinData(all));
  return withinData([...sent.warnings, ...warnings]);
}
