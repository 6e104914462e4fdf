import { z } from 'zod';
import { DOCUMENT_TYPES } from '../documents/registry';
import { ReconciliationShape } from '../payments/instruction/answer-schema';
import { ReturnedShape, StatedReasonShape } from '../payments/reports/reason-schema';
import { PAYEE_CHECK_RESULTS, PAYEE_DECISIONS } from '../payments/review/payee-check';
import { RecallShape } from '../payments/settlement/recall-schema';
import { PAYMENT_STATUSES } from '../payments/instruction/status';
import { SEVERITIES, TOPICS } from '../shipments/file/rules';
import { SHIPMENT_STATUSES } from '../shipments/shipment';

/** `data` of a payment notification. Source: specification, "Payment events"; docs/GAPS.md#W2 */
export const PaymentEventObject = z
  .object({
    instructionId: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    previousStatus: z.enum(PAYMENT_STATUSES).nullable(),
    clientReference: z.string().nullable(),
    sequence: z.int().meta({ description: 'Counts the events of an instruction from 1' }),
    failure: StatedReasonShape.optional().meta({ description: 'Why it failed, where a code of the reason is known' }),
    returned: ReturnedShape.optional().meta({ description: 'How much came back, where the partner said so' }),
    return: StatedReasonShape.optional().meta({ description: 'Why it came back, where a code is known' }),
  })
  .meta({ id: 'PaymentEventObject' });

/** The reconciliation as the instruction shows it. Source: docs/GAPS.md#P5 */
export const PaymentMismatchEventObject = z
  .object({ instructionId: z.string(), clientReference: z.string().nullable(), ...ReconciliationShape.shape })
  .meta({ id: 'PaymentMismatchEventObject' });

/** How much of a returned payment has come back altogether. Source: docs/GAPS.md#P22 */
export const PaymentReturnChangedEventObject = z
  .object({ instructionId: z.string(), clientReference: z.string().nullable(), returned: ReturnedShape })
  .meta({ id: 'PaymentReturnChangedEventObject' });

/** What became of settled money that was asked back. Source: docs/GAPS.md#recalls */
export const PaymentRecallEventObject = z
  .object({
    instructionId: z.string(),
    clientReference: z.string().nullable(),
    ...RecallShape.omit({ reason: true }).shape,
  })
  .meta({ id: 'PaymentRecallEventObject' });

/** What a bank says of the payee's name; a suggested one, the payment shows. Source: docs/GAPS.md#P24 */
export const PaymentPayeeCheckedEventObject = z
  .object({
    instructionId: z.string(),
    clientReference: z.string().nullable(),
    result: z.enum(PAYEE_CHECK_RESULTS),
    decision: z.enum(PAYEE_DECISIONS).nullable(),
    checkedAt: z.string(),
  })
  .meta({ id: 'PaymentPayeeCheckedEventObject' });

/** That a compliance review asks something; what, the payment shows. Source: docs/GAPS.md#information */
export const PaymentInformationEventObject = z
  .object({
    instructionId: z.string(),
    clientReference: z.string().nullable(),
    informationRequestId: z.string(),
    askedAt: z.string(),
  })
  .meta({ id: 'PaymentInformationEventObject' });

/** Source: specification, "General events (subscribable)" */
export const ShipmentEventObject = z
  .object({
    id: z.string(),
    origin_country: z.string(),
    destination_country: z.string(),
    hs_code: z.string().nullable(),
    status: z.enum(SHIPMENT_STATUSES),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ShipmentEventObject' });

/** A finding without its values, which name people and amounts. Source: docs/GAPS.md#S2 */
export const ShipmentFindingEventObject = z
  .object({
    shipment_id: z.string(),
    finding_id: z.string(),
    rule: z.enum(TOPICS),
    severity: z.enum(SEVERITIES),
  })
  .meta({ id: 'ShipmentFindingEventObject' });

/** Source: specification, "General events (subscribable)" */
export const DocumentEventObject = z
  .object({
    documentId: z.string(),
    type: z.enum(DOCUMENT_TYPES),
    status: z.enum(['generated', 'failed']),
    shipmentId: z.string().nullable(),
    format: z.literal('pdf'),
    size: z.int().nullable().meta({ description: 'Bytes; null when there is no file' }),
  })
  .meta({ id: 'DocumentEventObject' });

/** Whatever the operator published: nothing inside the service knows of buyers. Source: docs/GAPS.md#W9 */
export const BuyerEventObject = z.looseObject({ id: z.string() }).meta({ id: 'BuyerEventObject' });

/** How an edition of a schedule differs from the one before. Source: docs/GAPS.md#W9 */
export const TariffEventObject = z
  .object({
    schedule: z.string().meta({ description: 'Country or union whose schedule it is' }),
    edition: z.string(),
    previous_edition: z.string().nullable(),
    valid_from: z.iso.date().nullable(),
    lines_added: z.int(),
    lines_changed: z.int(),
    lines_removed: z.int(),
  })
  .meta({ id: 'TariffEventObject' });

/** What a product was classified as. Source: docs/GAPS.md#W9 */
export const ClassificationEventObject = z
  .object({
    code: z.string(),
    description: z.string().meta({ description: 'The product in the words of the request' }),
    candidates: z.array(z.object({ code: z.string(), description: z.string(), confidence: z.number() })),
  })
  .meta({ id: 'ClassificationEventObject' });

const Failure = {
  event_id: z.string(),
  event: z.string().meta({ description: 'Name of the event that was to be delivered' }),
  attempts: z.int().meta({ description: 'Attempts made so far' }),
  status_code: z.int().nullable().meta({ description: 'Answer to the last one; null when none came' }),
  error: z.string().nullable(),
};

/** A subscription's delivery has failed with its third retry. Source: docs/GAPS.md#W12 */
export const WebhookFailingEventObject = z
  .object({
    webhook_id: z.string(),
    failing_since: z.iso.datetime().nullable(),
    delivery_id: z.string(),
    ...Failure,
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookFailingEventObject' });

/** The service has disabled a subscription. */
export const WebhookDisabledEventObject = z
  .object({ webhook_id: z.string(), reason: z.string(), failing_since: z.iso.datetime().nullable() })
  .meta({ id: 'WebhookDisabledEventObject' });

/** A delivery has failed with its last retry. */
export const DeliveryFailedEventObject = z
  .object({ delivery_id: z.string(), webhook_id: z.string(), ...Failure })
  .meta({ id: 'DeliveryFailedEventObject' });
