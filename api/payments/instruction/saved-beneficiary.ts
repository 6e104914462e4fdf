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

/** A body as it was sent or parsed, with the saved beneficiary that it names in the place of its id. */
async function withSaved(
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
 * Why a body would be refused that has other faults: an unknown saved beneficiary, or what does not go together with the
 * one that is named; no terms.
 * Source: docs/GAPS.md#G2
 */
export async function requestFaults(
  body: unknown,
  call: NetworkCall,
  services: Reading & Pick<Services, 'routes'>,
): Promise<FieldFault[]> {
  const { whole, saved, faults } = await withSaved(body, call.principal.tenant, services);
  const { error } = CreateInstruction.safeParse(whole, { error: plainWords });
  const ofWhole = saved === null || error === undefined ? [] : faultsOf(error);
  const known = new Set(ofWhole.map(({ field }) => field));
  const terms = await instructionFaults(whole, call, services);
  return [...faults, ...ofWhole, ...terms.filter(({ field }) => !known.has(field))];
}

/**
 * The whole instruction of a request that is sound, with the version of the saved beneficiary where it names one.
 * @returns null where `requestFaults` has faults to name
 * Source: docs/GAPS.md#P16
 */
export async function wholeInstruction(
  body: InstructionRequestBody,
  tenant: Tenant,
  services: Reading,
): Promise<{ body: CreateInstructionBody; saved: PaidVersion | null } | null> {
  const { beneficiary } = body;
  if (beneficiary !== undefined) return { body: { ...withoutId(body), beneficiary }, saved: null };
  const { whole, saved } = await withSaved(body, tenant, services);
  const { data } = CreateInstruction.safeParse(whole);
  return saved === null || data === undefined ? null : { body: data, saved };
}
