import { findBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import { confirmBeneficiary as writeConfirmation } from '../../db/beneficiaries/confirm';
import {
  BeneficiaryConfirmation,
  BeneficiaryPath,
  BeneficiaryRecord,
} from '../../domain/beneficiaries/beneficiary-schema';
import { endpoint } from '../endpoint';
import { beneficiaryNotFound, beneficiaryView } from './common';

/** Payments that wait for it are sent at once. Source: docs/GAPS.md#P16 */
export const confirmBeneficiary = endpoint({
  operationId: 'confirmBeneficiary',
  summary: 'Confirm changed bank details of a beneficiary',
  tag: 'Beneficiaries',
  method: 'post',
  path: '/api/v1/beneficiaries/{id}/confirm',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: BeneficiaryPath,
  body: BeneficiaryConfirmation,
  responses: { 200: { description: 'The beneficiary, to which payments are sent', schema: BeneficiaryRecord } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle({ principal: { tenant }, actor, params: { id }, body }, { database, vault }) {
    const isThere = await writeConfirmation(database, vault, { tenant, id, actor, ...body });
    const beneficiary = isThere ? await findBeneficiary(database, vault, tenant, id) : null;
    if (beneficiary === null) throw beneficiaryNotFound();
    return { status: 200, data: beneficiaryView(beneficiary) };
  },
});
