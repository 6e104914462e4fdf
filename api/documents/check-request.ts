import { z } from 'zod';
import { currentBranding } from '../../db/documents/brandings';
import { ownsInstruction } from '../../db/documents/links';
import { referenceData } from '../../db/tariffs/load-reference-data';
import type { Tenant } from '../../domain/auth/tenant';
import { RequestMembers, type CheckFacts } from '../../domain/documents/kinds/kind';
import { checkContent, needsAgreements } from '../../domain/documents/registry';
import type { DocumentWarning, Findings } from '../../domain/documents/rules/finding';
import type { FieldFault } from '../../domain/errors';
import type { Services } from '../services';
import { utcDate } from '../../domain/calendar-dates';

const Sent = z.object({ type: z.unknown().optional(), data: z.unknown().optional() });
const Linked = RequestMembers.pick({ instructionId: true });

function withinData<Finding extends FieldFault | DocumentWarning>(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, field: `data.${finding.field}` }));
}

/** What cross-checks found of a request, by which facts and under which branding. */
export interface CheckedRequest extends Findings {
  facts: CheckFacts;
  /** null for the default. */
  brandingId: string | null;
}

async function faultsOfPaymentLink(
  body: unknown,
  tenant: Tenant,
  { database }: Pick<Services, 'database'>,
): Promise<FieldFault[]> {
  const instructionId = Linked.safeParse(body).data?.instructionId;
  if (instructionId === undefined || (await ownsInstruction(database, tenant, instructionId))) return [];
  return [{ field: 'instructionId', code: 'unknown', message: 'is not a payment instruction of this account' }];
}

/**
 * Checks what the schema of a request cannot: contradictions in its data, and references to what does not exist.
 * @param body as it was sent; invalid members are ignored here
 * Source: docs/GAPS.md#D3, docs/GAPS.md#G2
 */
export async function checkRequest(
  body: unknown,
  { tenant, receivedAt }: { tenant: Tenant; receivedAt: Date },
  services: Pick<Services, 'database'>,
): Promise<CheckedRequest> {
  const { type, data } = Sent.safeParse(body).data ?? {};
  const { database } = services;
  const agreements = needsAgreements(type) ? (await referenceData(database)).agreements : [];
  const { id: brandingId, invoiceFormat } = await currentBranding(database, tenant);
  const facts = { today: utcDate(receivedAt), agreements, invoiceFormat };
  const { faults, warnings } = checkContent({ type, data }, facts);
  const links = await faultsOfPaymentLink(body, tenant, services);
  return { faults: [...links, ...withinData(faults)], warnings: withinData(warnings), facts, brandingId };
}
