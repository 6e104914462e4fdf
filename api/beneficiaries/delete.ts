import { deleteBeneficiary as removeBeneficiary } from '../../db/beneficiaries/beneficiaries';
import { BeneficiaryPath } from '../../domain/beneficiaries/beneficiary-schema';
import { endpoint } from '../endpoint';
import { beneficiaryNotFound } from './common';

/** Payments that were made from it go on. Source: docs/GAPS.md#P16 */
export const deleteBeneficiary = endpoint({
  operationId: 'deleteBeneficiary',
  summary: 'Delete a saved beneficiary',
  tag: 'Beneficiaries',
  method: 'delete',
  path: '/api/v1/beneficiaries/{id}',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: BeneficiaryPath,
  responses: { 204: { description: 'Deleted', schema: null } },
  errors: ['NOT_FOUND'],
  async handle({ principal: { tenant }, actor, params: { id } }, { database }) {
    if (!(await removeBeneficiary(database, { tenant, id, actor }))) throw beneficiaryNotFound();
    return { status: 204 };
  },
});
