import { z } from 'zod';
import { transitionTable } from '../../../domain/payments/reports/transitions';
import { PAYMENT_STATUSES } from '../../../domain/payments/instruction/status';
import { endpoint } from '../../endpoint';

const MEANINGS = {
  applied: 'The status changes; history entry and event',
  duplicate: 'Nothing new',
  stale: 'Recorded and placed in the history; the status stays',
  waiting: 'Waits up to 24 hours for the missing step',
  refused: 'Answered 409 INVALID_TRANSITION',
  conflicting: 'Recorded with a reconciliation case; answered 409 CONFLICTING_REPORT',
};

/** The table by which reports are decided, as partners may read it. Source: docs/GAPS.md#P3 */
export const getTransitions = endpoint({
  operationId: 'getPaymentTransitions',
  summary: 'The table of permitted status changes',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/transitions',
  access: { kind: 'public' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  responses: {
    200: {
      description: 'For each current status, the effect of each reported one',
      schema: z.object({
        statuses: z.array(z.string()),
        dispositions: z.record(z.string(), z.string()),
        transitions: z.record(z.string(), z.record(z.string(), z.string())),
      }),
    },
  },
  errors: [],
  async handle() {
    const data = { statuses: [...PAYMENT_STATUSES], dispositions: MEANINGS, transitions: transitionTable() };
    return { status: 200, data };
  },
});
