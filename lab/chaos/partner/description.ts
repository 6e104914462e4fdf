import { PartnerDescription, type Description } from '../../../domain/payments/dispatch/description/schema';

/** Name of the credential that the description names; the scripted partner does not look at it. */
export const CREDENTIAL = 'api-key';

const STATUSES = ['submitted', 'accepted', 'processing', 'settled', 'failed', 'cancelled', 'returned'];

/** @returns the API of the scripted partner (lab/chaos/partner/partner.ts), described as any bank's. Source: docs/GAPS.md#described */
export function descriptionOf(url: string): Description {
  const unknown = [{ at: '/code', is: ['not_found'] }];
  return PartnerDescription.parse({
    version: 1,
    baseUrl: url,
    requestFormat: 'json',
    answerFormat: 'json',
    authentication: { kind: 'header', header: 'Authorization', prefix: 'Bearer ', credential: CREDENTIAL },
    submit: {
      method: 'POST',
      path: '/instructions',
      idempotencyKey: { header: 'Idempotency-Key', honoured: true },
      body: [
        { at: '/instructionId', from: '/instructionId' },
        { at: '/amount', from: '/amount' },
        { at: '/currency', from: '/currency' },
        { at: '/purpose/description', from: '/purpose/description' },
      ],
      answers: [
        { status: [200], means: 'taken' },
        { status: [422], means: 'refused' },
        { status: [401, 429], means: 'not_taken' },
      ],
      reference: '/partnerReference',
      status: '/status',
      reason: { message: '/message', code: '/code' },
    },
    inquire: {
      method: 'GET',
      path: '/instructions/{instructionId}',
      answers: [
        { status: [200], means: 'known' },
        { status: [404], when: unknown, means: 'never_received' },
      ],
      instructionId: '/instructionId',
      reference: '/partnerReference',
      status: '/status',
    },
    cancel: {
      method: 'POST',
      path: '/instructions/{instructionId}/cancel',
      answers: [
        { status: [200], means: 'cancelled' },
        { status: [202], means: 'requested' },
        { status: [409], means: 'refused' },
      ],
    },
    polling: { seconds: 10 },
    statuses: Object.fromEntries(STATUSES.map((status) => [status, status])),
  });
}
