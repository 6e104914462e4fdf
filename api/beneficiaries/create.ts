import { createBeneficiary as writeBeneficiary } from '../../db/beneficiaries/beneficiaries';
import { findBeneficiary, type StoredBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import { BeneficiaryRecord, SavedBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { endpoint, type Reply } from '../endpoint';
import { beneficiaryNotFound, beneficiaryView, laterBirthFaults, refuseLaterBirth, screenBeneficiary } from './common';

function createdReply(beneficiary: StoredBeneficiary, headers: Record<string, string> = {}): Reply {
  const Location = `/api/v1/beneficiaries/${beneficiary.id}`;
  return { status: 201, data: beneficiaryView(beneficiary), headers: { Location, ...headers } };
}

/** Source: docs/GAPS.md#P16 */
export const createBeneficiary = endpoint({
  operationId: 'createBeneficiary',
  summary: 'Save a beneficiary',
  tag: 'Beneficiaries',
  method: 'post',
  path: '/api/v1/beneficiaries',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  body: SavedBeneficiary,
  idempotent: true,
  isAnswerPrivate: true,
  responses: { 201: { description: 'The saved beneficiary', schema: BeneficiaryRecord } },
  // A repeat of a creation whose beneficiary was deleted since.
  errors: ['DUPLICATE', 'IN_PROGRESS', 'COMPLIANCE_BLOCK', 'NOT_FOUND'],
  furtherFaults: (body, { receivedAt }) => laterBirthFaults(body, receivedAt),
  async handle({ principal, actor, body, requestId, receivedAt, held }, services) {
    refuseLaterBirth(body, receivedAt);
    const saving = { tenant: principal.tenant, requestId, actor, receivedAt };
    const receipt = await screenBeneficiary(body, services, saving);
    const { database, vault } = services;
    return createdReply(await writeBeneficiary(database, vault, { ...saving, details: body, receipt }, held));
  },
  async recover(id, { principal }, { database, vault }) {
    const beneficiary = await findBeneficiary(database, vault, principal.tenant, id);
    if (beneficiary === null) throw beneficiaryNotFound();
    return createdReply(beneficiary, { 'Idempotency-Replayed': 'true' });
  },
});
