import type { PaymentStatus } from '../../domain/payments/instruction/status';

/** Which colour stands for a status where colours are told apart by names beside them. */
export const STATUS_COLOURS = {
  pending: 'wait',
  submitted: 1,
  accepted: 5,
  processing: 3,
  settled: 'good',
  failed: 'bad',
  cancelled: 6,
  returned: 4,
} as const satisfies Record<PaymentStatus, number | string>;
