import { PAYMENTS } from './payments';
import { PAYMENT_LISTS } from './payment-lists';
import type { Measured } from './sample';
import { SERVICE } from './service';
import { WEBHOOKS } from './webhooks';

/** Every statement of `db/` that a request or a recurring task runs, or with a reason in test/invariants/statements.test.ts. */
export const STATEMENTS: readonly Measured[] = [...PAYMENTS, ...PAYMENT_LISTS, ...WEBHOOKS, ...SERVICE];

/** @returns such as `listWaitingPayments: any` */
export function nameOf({ of, what }: Measured): string {
  return what === undefined ? of.name : `${of.name}: ${what}`;
}
