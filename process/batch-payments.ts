import { parseWhole } from '../api/field-faults';
import { resolveInstruction } from '../api/payments/instruction/saved-beneficiary';
import { creationFaults, createBatchPayment } from '../api/payments/instruction/create-instruction';
import type { BatchContext } from '../activities/payments/batches';
import { ScreeningRulesCache } from '../db/compliance/screening-rules';
import type { WatchLists } from '../db/compliance/watch-lists';
import type { Database } from '../db/database';
import { CalendarCache } from '../db/payments/routing/calendars';
import { RouteCache } from '../db/payments/routing/routes';
import { LostPayments } from '../db/restoration/lost-payments';
import { invalidRequest } from '../domain/errors';
import { InstructionRequest } from '../domain/payments/instruction/request-schema';
import type { Vault } from '../lib/vault';

/**
 * Makes the function with which a worker makes a payment of a batch: like a creation over HTTP, so that checks,
 * screening, route, fee, date and events are the same. Its caches query the database by themselves, since nothing
 * notifies a worker.
 * Source: docs/GAPS.md#P18
 */
export function batchPayments(
  { database, vault }: { database: Database; vault: Vault },
  watchLists: WatchLists,
): BatchContext['makePayment'] {
  const services = {
    ...{ database, vault, watchLists },
    routes: new RouteCache(database, null),
    calendars: new CalendarCache(database, null),
    screeningRules: new ScreeningRulesCache(database, null),
    lostPayments: new LostPayments(database),
  };
  return async (body, { tenant, isStrict, creatorId, requestId, batchId, held }) => {
    // As an API process dates a request that arrives.
    const receivedAt = new Date();
    const call = { principal: { tenant, isStrict, creatorId }, requestId, receivedAt, held };
    // A saved beneficiary is read now: it may have been changed or deleted since the batch was sent.
    const whole = await resolveInstruction(parseWhole(InstructionRequest, body), tenant, services);
    if (whole === null) throw invalidRequest(await creationFaults(body, call, services));
    return createBatchPayment(whole.body, call, services, { saved: whole.saved, batchId });
  };
}
