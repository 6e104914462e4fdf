import { calendarIdsFor, closedByAny } from '../../domain/payments/calendars';
import type { CreateInstructionBody } from '../../domain/payments/instruction-schema';
import type { Tenant } from '../../domain/auth/tenant';
import type { FieldFault } from '../../domain/errors';
import type { TermsContext } from '../../domain/payments/terms';
import { termsFaults } from '../../domain/payments/terms-faults';
import type { Services } from '../services';

/** Routes of this moment, and the days on which the payment's currency or its beneficiary's country is closed. */
export async function readNetwork(
  body: CreateInstructionBody,
  { routes, calendars }: Services,
): Promise<Pick<TermsContext, 'routes' | 'closed'>> {
  const [all, joint] = await Promise.all([
    routes.all(),
    calendars.all(calendarIdsFor(body.currency, body.beneficiary.country)),
  ]);
  return { routes: all, closed: closedByAny(joint) };
}

/** Why no terms are to be had for a body that has other faults. Source: docs/GAPS.md#G2 */
export async function instructionFaults(
  body: unknown,
  call: { principal: { tenant: Tenant; isStrict: boolean }; receivedAt: Date },
  { routes }: Services,
): Promise<FieldFault[]> {
  const { tenant, isStrict } = call.principal;
  return termsFaults(body, { tenant, isStrict, receivedAt: call.receivedAt, routes: await routes.all() });
}
