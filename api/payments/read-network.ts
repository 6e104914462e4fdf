import { calendarIdsFor, closedByAny } from '../../domain/payments/calendars';
import type { CreateInstructionBody } from '../../domain/payments/instruction-schema';
import type { TermsContext } from '../../domain/payments/terms';
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
