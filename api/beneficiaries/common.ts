import type { output } from 'zod';
import { keepScreening, toReceipt, type ScreeningReceipt } from '../../db/compliance/screenings';
import type { Saving } from '../../db/beneficiaries/beneficiaries';
import type { StoredBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import type { BeneficiaryRecord, KeptBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { utcDate } from '../../domain/calendar-dates';
import { screenedParties, screenParties } from '../../domain/compliance/screen';
import { DomainError, invalidRequest, type FieldFault } from '../../domain/errors';
import { maskBeneficiary } from '../../domain/payments/instruction/bank-account';
import { birthFaults } from '../../domain/payments/instruction/terms-faults';
import { memberOf } from '../../domain/unknown-value';
import type { Services } from '../services';

/** The same answer for an unknown beneficiary and for another account's. Source: docs/GAPS.md#G7 */
export function beneficiaryNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such beneficiary.');
}

/** A saved payee as its account sees it, with numbers masked as those of a payment are. Source: docs/GAPS.md#P8 */
export function beneficiaryView(row: StoredBeneficiary): output<typeof BeneficiaryRecord> {
  const { label = null, ...details } = maskBeneficiary(row.details);
  return {
    id: row.id,
    label,
    ...details,
    version: row.version,
    heldUntil: row.heldUntil?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    screening: { class: row.decision, screenedAt: row.screenedAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** @returns the fault of a date of birth that has not come yet, whatever other faults there are. Source: docs/GAPS.md#G2 */
export function laterBirthFaults(body: unknown, receivedAt: Date): FieldFault[] {
  const dateOfBirth = memberOf(body, 'dateOfBirth');
  const faults = birthFaults(typeof dateOfBirth === 'string' ? dateOfBirth : undefined, utcDate(receivedAt));
  return faults.map((fault) => ({ ...fault, field: 'dateOfBirth' }));
}

/** @throws DomainError INVALID_REQUEST for a date of birth that has not come yet */
export function refuseLaterBirth(body: unknown, receivedAt: Date): void {
  const faults = laterBirthFaults(body, receivedAt);
  if (faults.length > 0) throw invalidRequest(faults);
}

/**
 * Screens a payee before it is saved.
 * @returns the receipt, to be stored with the payee
 * @throws DomainError COMPLIANCE_BLOCK after the receipt of a clear match is stored; it does not say what matched
 * Source: docs/GAPS.md#P13
 */
export async function screenBeneficiary(
  details: KeptBeneficiary,
  { database, vault, screeningRules }: Services,
  { tenant, requestId, receivedAt: at }: Omit<Saving, 'actor'>,
): Promise<ScreeningReceipt> {
  const parties = screenedParties({ beneficiary: details });
  const receipt = toReceipt(vault, parties, screenParties(parties, await screeningRules.current()));
  if (receipt.screening.decision !== 'blocked') return receipt;
  await keepScreening(database, receipt, { ...tenant, requestId, at });
  throw new DomainError('COMPLIANCE_BLOCK', 'The beneficiary cannot be saved because of compliance rules.');
}
