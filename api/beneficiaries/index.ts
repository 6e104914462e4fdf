import { confirmBeneficiary } from './confirm';
import { createBeneficiary } from './create';
import { deleteBeneficiary } from './delete';
import { getBeneficiary, listBeneficiaries } from './read';
import { updateBeneficiary } from './update';

/** Operations on saved payees. Source: docs/GAPS.md#P16 */
export const BENEFICIARY_ENDPOINTS = [
  createBeneficiary,
  listBeneficiaries,
  getBeneficiary,
  updateBeneficiary,
  deleteBeneficiary,
  confirmBeneficiary,
] as const;
