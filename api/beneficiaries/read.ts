import { findBeneficiary, listBeneficiaries as readBeneficiaries } from '../../db/beneficiaries/beneficiary-rows';
import {
  BeneficiaryList,
  BeneficiaryPage,
  BeneficiaryPath,
  BeneficiaryRecord,
} from '../../domain/beneficiaries/beneficiary-schema';
import { pageOf } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { beneficiaryNotFound, beneficiaryView } from './common';

/** Source: docs/GAPS.md#P16, docs/GAPS.md#G8 */
export const listBeneficiaries = endpoint({
  operationId: 'listBeneficiaries',
  summary: 'List saved beneficiaries, the newest first',
  tag: 'Beneficiaries',
  method: 'get',
  path: '/api/v1/beneficiaries',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  query: BeneficiaryList,
  responses: { 200: { description: 'One page', schema: BeneficiaryPage } },
  errors: [],
  async handle({ principal, query: { limit, cursor } }, { database, vault }) {
    const rows = await readBeneficiaries(database, vault, principal.tenant, { after: cursor, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(beneficiaryView), nextCursor } };
  },
});

/** Source: docs/GAPS.md#P16 */
export const getBeneficiary = endpoint({
  operationId: 'getBeneficiary',
  summary: 'Retrieve a saved beneficiary',
  tag: 'Beneficiaries',
  method: 'get',
  path: '/api/v1/beneficiaries/{id}',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  params: BeneficiaryPath,
  responses: { 200: { description: 'The saved beneficiary', schema: BeneficiaryRecord } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params }, { database, vault }) {
    const beneficiary = await findBeneficiary(database, vault, principal.tenant, params.id);
    if (beneficiary === null) throw beneficiaryNotFound();
    return { status: 200, data: beneficiaryView(beneficiary) };
  },
});
