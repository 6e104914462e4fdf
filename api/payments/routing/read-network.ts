import { calendarIdsFor, closedByAny } from '../../../domain/payments/routing/calendars';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import type { Scope } from '../../../domain/auth/principal';
import type { Tenant } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import { refuseRoutes, type Route } from '../../../domain/payments/routing/routing';
import { routeRequestOf, type TermsContext } from '../../../domain/payments/routing/terms';
import { termsFaults } from '../../../domain/payments/instruction/terms-faults';
import type { Services } from '../../services';

/** Who asks for terms, and when. */
export interface NetworkCall {
  /** `scopes`: of the key; absent where no key asks, as for a row of a batch that was accepted. */
  principal: { tenant: Tenant; isStrict: boolean; scopes?: readonly Scope[] };
  receivedAt: Date;
}

/** The known routes, read again if they would refuse the payment: a route may have been made a moment ago. */
async function routesFor(
  body: CreateInstructionBody,
  { principal, receivedAt }: NetworkCall,
  { routes }: Pick<Services, 'routes'>,
): Promise<Route[]> {
  const known = await routes.all();
  return refuseRoutes(known, routeRequestOf(body, principal.tenant)) === null ? known : routes.all(receivedAt);
}

/**
 * The current routes, and the days on which banks are closed for the payment's currency or the beneficiary's country.
 */
export async function readNetwork(
  body: CreateInstructionBody,
  call: NetworkCall,
  services: Pick<Services, 'routes' | 'calendars'>,
): Promise<Pick<TermsContext, 'routes' | 'closed'>> {
  const [routes, joint] = await Promise.all([
    routesFor(body, call, services),
    services.calendars.all(calendarIdsFor(body.currency, body.beneficiary.country)),
  ]);
  return { routes, closed: closedByAny(joint) };
}

/** Why no terms are to be had for a body that has other faults. Source: docs/GAPS.md#G2 */
export async function instructionFaults(
  body: unknown,
  { principal: { tenant, isStrict }, receivedAt }: NetworkCall,
  { routes }: Pick<Services, 'routes'>,
): Promise<FieldFault[]> {
  const judge = async (since?: Date): Promise<FieldFault[]> =>
    termsFaults(body, { tenant, isStrict, receivedAt, routes: await routes.all(since) });
  return (await judge()).length === 0 ? [] : judge(receivedAt);
}
