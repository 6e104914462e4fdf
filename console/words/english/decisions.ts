import type { DecisionKind } from '../../../db/payments/review/decisions';

/** What waits for members of an account. */
export const decisions = {
  title: 'Decisions',
  mine: 'Mine to decide',
  all: 'All',
  what: 'Decision',
  kinds: {
    approval: 'Approve a payment',
    batch_approval: 'Approve a batch',
    payee_check: 'Decide about a payee’s name',
    information: 'Answer a question',
    bank_details: 'Confirm bank details',
    endpoint: 'Repair an endpoint',
  } satisfies Record<DecisionKind, string>,
  noneMine:
    'Nothing waits for you. Approvals, questions about payments, changed bank details and failing endpoints appear here.',
  none: 'Nothing waits for a member of the account.',
  cut: (most: string): string => `Of each kind at most ${most} are listed and counted, the oldest first.`,
};
