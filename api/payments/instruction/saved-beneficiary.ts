import { findBeneficiary } from '../../../db/beneficiaries/beneficiary-rows';
import type { Tenant } from '../../../domain/auth/tenant';
import { paidBeneficiary } from '../../../domain/beneficiaries/change';
import type { FieldFault } from '../../../domain/errors';
import { isIdOf } from '../../../domain/ids';
import { CreateInstruction, type CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { savedIdOf, type InstructionRequestBody } from '../../../domain/payments/instruction/request-schema';
import { plainWords } from '../../../domain/schema-words';
import { faultsOf } from '../../field-faults';
import type { Services } from '../../services';
import { instructionFaults, type NetworkCall } from '../routing/read-network';

/** The version of a saved beneficiary that a payment is made from. Source: docs/GAPS.md#P16 */
export interface PaidVersion {
  id: string;
  version: number;
  /** Until when payments to it are held; null where nothing holds them. */
  heldUntil: Date | null;
}

type Reading = Pick<Services, 'database' | 'vault'>;

const UNKNOWN = {
  field: 'beneficiaryId',
  code: 'unknown_beneficiary',
  message: 'is not a saved beneficiary of this account',
};

function withoutId<Body extends { beneficiaryId?: unknown }>({ beneficiaryId: _id, ...rest }: Body) {
  return rest;
}

/** Replaces the id of a saved beneficiary in a body by the beneficiary; without one it changes nothing. */
async function withSavedBeneficiary(
  body: unknown,
  tenant: Tenant,
  { database, vault }: Reading,
): Promise<{ whole: unknown; saved: PaidVersion | null; faults: FieldFault[] }> {
  const id = savedIdOf(body);
  if (id === null) return { whole: body, saved: null, faults: [] };
  const found = isIdOf('beneficiary', id) ? await findBeneficiary(database, vault, tenant, id) : null;
  if (found === null) return { whole: body, saved: null, faults: [UNKNOWN] };
  const { version, heldUntil } = found;
  const whole = { ...withoutId(body as Record<string, unknown>), beneficiary: paidBeneficiary(found.details) };
  return { whole, saved: { id, version, heldUntil }, faults: [] };
}

/**
 * Faults of a body that has others already: an unknown saved beneficiary, or contradictions with it; no terms. Source:
 * docs/GAPS.md#G2
 */
export async function requestFaults(
  body: unknown,
  call: NetworkCall,
  services: Reading & Pick<Services, 'routes'>,
): Promise<FieldFault[]> {
  const { whole, saved, faults } = await withSavedBeneficiary(body, call.principal.tenant, services);
  const { error } = CreateInstruction.safeParse(whole, { error: plainWords });
  const ofWhole = saved === null || error === undefined ? [] : faultsOf(error);
  const known = new Set(ofWhole.map(({ field }) => field));
  const terms = await instructionFaults(whole, call, services);
  return [...faults, ...ofWhole, ...terms.filter(({ field }) => !known.has(field))];
}

/**
 * The instruction of a valid request with its saved beneficiary, if it names one, and the version of that.
 * @returns null where `requestFaults` finds faults
 * Source: docs/GAPS.md#P16
 */
export async function resolveInstruction(
  body: InstructionRequestBody,
  tenant: Tenant,
  services: Reading,
): Promise<{ body: CreateInstructionBody; saved: PaidVersion | null } | null> {
  const { beneficiary } = body;
  if (beneficiary !== undefined) return { body: { ...withoutId(body), beneficiary }, saved: null };
  const { whole, saved } = await withSavedBeneficiary(body, tenant, services);
  const { data } = CreateInstruction.safeParse(whole);
  return saved === null || data === undefined ? null : { body: data, saved };
}
