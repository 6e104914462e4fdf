import { screenedParties, screenParties, type Screening } from '../../../domain/compliance/screen';
import { DomainError } from '../../../domain/errors';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import type { Tenant } from '../../../domain/auth/tenant';
import { applyClearance } from '../../../db/compliance/clearances';
import { keepScreening, toReceipt, type ScreeningReceipt } from '../../../db/compliance/screenings';
import type { Services } from '../../services';

/** What screens. */
type ScreeningServices = Pick<Services, 'database' | 'vault' | 'screeningRules'>;

/** @returns the screening of a payment's parties by lists, blocked countries and clearances; nothing is stored */
export async function judgeParties(
  body: CreateInstructionBody,
  { database, vault, screeningRules }: ScreeningServices,
  tenant: Tenant,
): Promise<Screening> {
  const rules = await screeningRules.current();
  const screening = screenParties(screenedParties(body), rules);
  return applyClearance(database, vault, { tenant, payee: body.beneficiary, screening, rules });
}

/**
 * Screens the parties of an instruction before it is stored.
 * @returns the receipt, to be stored with the instruction
 * @throws DomainError COMPLIANCE_BLOCK after the receipt of a clear match is stored; it does not say what matched
 * Source: docs/GAPS.md#P13
 */
export async function screenPayment(
  body: CreateInstructionBody,
  services: ScreeningServices,
  request: { tenant: Tenant; requestId: string; receivedAt: Date },
): Promise<ScreeningReceipt> {
  const screening = await judgeParties(body, services, request.tenant);
  const receipt = toReceipt(services.vault, screenedParties(body), screening);
  if (screening.decision !== 'blocked') return receipt;
  const { tenant, requestId, receivedAt: at } = request;
  await keepScreening(services.database, receipt, { ...tenant, requestId, at });
  throw new DomainError('COMPLIANCE_BLOCK', 'The payment cannot be made because of compliance rules.');
}
