import { beneficiaryInUse, changeBeneficiary, type Saving } from '../../db/beneficiaries/beneficiaries';
import { findBeneficiary, type StoredBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import {
  BeneficiaryPatch,
  BeneficiaryPath,
  BeneficiaryRecord,
  SavedBeneficiary,
} from '../../domain/beneficiaries/beneficiary-schema';
import { isSameBeneficiary, paidBeneficiary, patchedBeneficiary } from '../../domain/beneficiaries/change';
import { endpoint } from '../endpoint';
import { parseWhole } from '../field-faults';
import type { Services } from '../services';
import { beneficiaryNotFound, beneficiaryView, laterBirthFaults, refuseLaterBirth, screenBeneficiary } from './common';

/** Other changes of the same beneficiary that may come between reading and writing. */
const MAX_TRIES = 5;

/**
 * Applies a patch to a saved payee, with a new screening where the change needs one.
 * @returns the changed payee; null where another change came first
 */
async function applyChange(
  before: StoredBeneficiary,
  patch: BeneficiaryPatch,
  saving: Saving,
  services: Services,
): Promise<StoredBeneficiary | null> {
  const details = parseWhole(SavedBeneficiary, patchedBeneficiary(before.details, patch));
  if (isSameBeneficiary(before.details, details)) return before;
  const isScreened = !isSameBeneficiary(paidBeneficiary(before.details), paidBeneficiary(details));
  const receipt = isScreened ? await screenBeneficiary(details, services, saving) : null;
  return changeBeneficiary(services.database, services.vault, before, { ...saving, details, receipt });
}

/** A change that changes nothing is answered with what is there. Source: docs/GAPS.md#P16 */
export const updateBeneficiary = endpoint({
  operationId: 'updateBeneficiary',
  summary: 'Change a saved beneficiary',
  tag: 'Beneficiaries',
  method: 'patch',
  path: '/api/v1/beneficiaries/{id}',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: BeneficiaryPath,
  body: BeneficiaryPatch,
  responses: { 200: { description: 'The beneficiary after the change', schema: BeneficiaryRecord } },
  errors: ['NOT_FOUND', 'COMPLIANCE_BLOCK'],
  furtherFaults: (body, { receivedAt }) => laterBirthFaults(body, receivedAt),
  async handle({ principal: { tenant }, actor, params, body, requestId, receivedAt }, services) {
    refuseLaterBirth(body, receivedAt);
    const saving = { tenant, requestId, actor, receivedAt };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await findBeneficiary(services.database, services.vault, tenant, params.id);
      if (before === null) throw beneficiaryNotFound();
      const after = await applyChange(before, body, saving, services);
      if (after !== null) return { status: 200, data: beneficiaryView(after) };
    }
    throw beneficiaryInUse();
  },
});
