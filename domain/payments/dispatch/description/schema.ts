import { z } from 'zod';
import { PAYMENT_STATUSES } from '../../instruction/status';
import { CANCELLATION_MEMBERS, INQUIRY_MEMBERS, ORDER_MEMBERS, RECALL_MEMBERS } from './order-members';
import { PAYEE_CHECK_RESULTS } from '../../review/payee-check';
import { POINTER_PATTERN } from './pointer';

const MAX_ITEMS = 100;
const MAX_TEXT = 500;

const Pointer = z
  .string()
  .max(MAX_TEXT)
  .regex(POINTER_PATTERN, 'must be a JSON Pointer (RFC 6901) such as /payment/id')
  .meta({ description: 'JSON Pointer (RFC 6901)' });
const HeaderName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of an HTTP header');
const HeaderValue = z
  .string()
  .max(MAX_TEXT)
  .regex(/^[\x20-\x7e]*$/, 'must be a text of ASCII without control characters');

/** Name of a secret that is kept sealed beside the description. */
export const CredentialName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a credential, such as api-key: small letters, digits and hyphens')
  .meta({ description: 'Name of a credential of the partner; its value is kept sealed, never in the description' });

const Path = z
  .string()
  .max(MAX_TEXT)
  .meta({ description: 'Path below the base address, with its query; `{instructionId}` stands for our id' });

const Constant = z.union([z.string().max(MAX_TEXT), z.number(), z.boolean()]);

/**
 * Schema of a member of a request body.
 * @param members names of the order that it may be made of
 */
function fieldSchema<const Members extends readonly [string, ...string[]]>(members: Members) {
  return z.strictObject({
    at: Pointer.meta({
      description: 'Where it stands in the body: JSON Pointer; in XML its steps name elements, `@` an attribute',
    }),
    from: z.enum(members).optional().meta({ description: 'The member of our order that it is made of' }),
    constant: Constant.optional().meta({ description: 'A value that is the same in every request' }),
    as: z.enum(['number', 'decimal', 'minor']).optional().meta({
      description:
        'How an amount is written: as a number (default in JSON), as a text with the digits of its currency, or in minor units',
    }),
    map: z.record(z.string(), z.string().max(MAX_TEXT)).optional().meta({
      description: "The bank's words for ours; an order with any other value is rejected before it is sent",
    }),
    required: z.literal(true).optional().meta({ description: 'An order without it is rejected before it is sent' }),
  });
}

const fields = <const Members extends readonly [string, ...string[]]>(members: Members) =>
  z.array(fieldSchema(members)).max(MAX_ITEMS);

const Condition = z.strictObject({
  at: Pointer,
  is: z.array(Constant).min(1).max(MAX_ITEMS).optional().meta({ description: 'It has one of these values' }),
  isEmpty: z
    .literal(true)
    .optional()
    .meta({ description: 'It is a list without entries, or an element without content' }),
  isPresent: z.boolean().optional(),
});

const Conditions = z.array(Condition).min(1).max(10);

const Status = z.int().min(200).max(599);

/** Schema of rules that classify replies by one of these meanings. */
function rulesSchema<const Meanings extends readonly [string, ...string[]]>(meanings: Meanings) {
  const Rule = z.strictObject({
    status: z.array(Status).min(1).max(50).meta({ description: 'HTTP statuses' }),
    when: Conditions.optional().meta({ description: 'What has to hold of the body, all of it' }),
    means: z.enum(meanings),
  });
  return z
    .array(Rule)
    .min(1)
    .max(50)
    .meta({ description: 'The first that fits decides; an answer that fits none is unknown' });
}

const IdempotencyKey = z
  .strictObject({
    header: HeaderName.optional(),
    at: Pointer.optional().meta({ description: 'Member of the body instead of a header' }),
    form: z
      .enum(['text', 'uuid'])
      .optional()
      .meta({ description: '`<instructionId>:<attempt>`, or a UUID made of it' }),
    honoured: z.literal(true).meta({
      description: 'The bank makes one payment of any number of requests with the same key',
    }),
  })
  .meta({ description: 'In a header or in the body' });

/** What an answer says of a payment beside its status. */
const Details = z
  .strictObject({
    timestamp: Pointer.optional().meta({ description: 'When the bank changed the status, in RFC 3339' }),
    message: Pointer.optional(),
    code: Pointer.optional().meta({ description: 'Why it failed or was returned' }),
    settlement: z
      .strictObject({ reference: Pointer, amount: Pointer, currency: Pointer })
      .optional()
      .meta({ description: 'Figures of a settlement: where they are there, it is confirmed by them' }),
  })
  .meta({ description: 'Places of what is said beside the status' });

const PayeeCheckPlaces = z
  .strictObject({
    result: Pointer,
    suggestedName: Pointer.optional(),
    results: z
      .record(z.string(), z.enum(PAYEE_CHECK_RESULTS))
      .optional()
      .meta({ description: "Our result for each of the bank's words; RCVC, RVMC, RVNM and RVNA need none" }),
  })
  .meta({ description: "What the payee's bank says of the name of the account" });

const Reason = z.strictObject({ message: Pointer.optional(), code: Pointer.optional() });

/** What of a request is signed. */
const SIGNED_PARTS = ['timestamp', 'method', 'path', 'body', 'body-sha256', 'idempotency-key'] as const;

const Authentication = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none').meta({ description: 'With mutual TLS alone' }) }),
  z.strictObject({
    kind: z.literal('header'),
    header: HeaderName,
    prefix: HeaderValue.optional().meta({ description: 'Before the credential, such as `Bearer `' }),
    credential: CredentialName,
  }),
  z
    .strictObject({
      kind: z.literal('oauth'),
      path: Path,
      clientId: z.string().min(1).max(MAX_TEXT),
      credential: CredentialName,
      scope: HeaderValue.optional(),
      style: z
        .enum(['basic', 'body'])
        .optional()
        .meta({ description: 'Where the client authenticates; basic by default' }),
    })
    .meta({ description: 'OAuth 2.0 client credentials (RFC 6749, section 4.4)' }),
  z
    .strictObject({
      kind: z.literal('hmac'),
      credential: CredentialName,
      algorithm: z.enum(['sha256', 'sha512']),
      encoding: z.enum(['hex', 'base64']),
      header: HeaderName,
      prefix: HeaderValue.optional(),
      signed: z.array(z.enum(SIGNED_PARTS)).min(1).max(10).meta({ description: 'In this order' }),
      separator: z.string().max(10).optional().meta({ description: 'Between the parts; nothing by default' }),
      timestamp: z.strictObject({ header: HeaderName, form: z.enum(['seconds', 'milliseconds', 'iso']) }).optional(),
    })
    .meta({ description: 'A keyed hash of the request' }),
]);

const ElementName = z
  .string()
  .max(20)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be the name of an element, such as v1');

/** What of a notification is signed. */
const SIGNED_OF_NOTIFICATIONS = ['timestamp', 'body'] as const;

const NotificationProof = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('hmac'),
      credential: CredentialName,
      algorithm: z.enum(['sha256', 'sha512']),
      encoding: z.enum(['hex', 'base64']),
      header: HeaderName,
      prefix: HeaderValue.optional(),
      signed: z.array(z.enum(SIGNED_OF_NOTIFICATIONS)).min(1).max(2).meta({ description: 'In this order' }),
      separator: z.string().max(10).optional().meta({
        description:
          'Between the parts; with a character that no time has where the body comes first; nothing by default',
      }),
      elements: z
        .strictObject({ timestamp: ElementName, hash: ElementName })
        .optional()
        .meta({ description: 'The header has both, such as `t=…,v1=…`: names of time and hash in it' }),
      timestamp: z
        .strictObject({
          header: HeaderName.optional().meta({ description: 'Absent where `elements` has the time' }),
          form: z.enum(['seconds', 'milliseconds', 'iso']),
          toleranceSeconds: z.int().min(1).max(3_600).optional().meta({ description: '300 by default' }),
        })
        .optional(),
    })
    .meta({ description: 'A keyed hash of the exact bytes' }),
  z
    .strictObject({
      kind: z.literal('token'),
      credential: CredentialName,
      header: HeaderName,
      prefix: HeaderValue.optional().meta({ description: 'Before the token, such as `Bearer `' }),
    })
    .meta({ description: 'A shared secret in a header' }),
]);

const Notifications = z
  .strictObject({
    proof: NotificationProof,
    format: z.enum(['json', 'form', 'xml']),
    when: Conditions.optional().meta({
      description: 'What has to hold of the body, all of it; where it does not, it is about nothing of ours',
    }),
    instructionId: Pointer.meta({ description: 'Our id; without one it is about nothing of ours' }),
    trust: z.enum(['body', 'inquire']).meta({
      description: 'body: it is a report; inquire: it only has the bank asked soon, by polling',
    }),
    status: Pointer.optional(),
    reference: Pointer.optional(),
    details: Details.optional(),
  })
  .meta({ description: 'How the bank notifies us by POST to /api/v1/partners/{partnerId}/notifications' });

/** The whole description of a bank's API. Source: docs/GAPS.md#described */
export const PartnerDescription = z
  .strictObject({
    version: z.literal(1),
    baseUrl: z.string().max(MAX_TEXT).meta({ description: 'Every request goes below it' }),
    requestFormat: z.enum(['json', 'form', 'xml']),
    answerFormat: z
      .enum(['json', 'xml'])
      .meta({ description: 'In XML, steps of a place name elements from the root on' }),
    headers: z
      .array(z.strictObject({ name: HeaderName, value: HeaderValue }))
      .max(20)
      .optional(),
    authentication: Authentication,
    tls: z
      .strictObject({
        certificate: CredentialName,
        key: CredentialName,
        authority: CredentialName.optional().meta({
          description: "The bank's certificate authority; else the usual ones",
        }),
      })
      .optional()
      .meta({ description: 'Mutual TLS: certificates and key as PEM, by the names of their credentials' }),
    submit: z.strictObject({
      method: z.enum(['POST', 'PUT']),
      path: Path,
      idempotencyKey: IdempotencyKey,
      body: fields(ORDER_MEMBERS).min(1),
      answers: rulesSchema(['taken', 'refused', 'not_taken']),
      reference: Pointer.meta({ description: "The bank's reference; an answer without it is unknown" }),
      instructionId: Pointer.optional().meta({ description: 'Our id; an answer with another one is unknown' }),
      status: Pointer.optional(),
      reason: Reason.optional().meta({ description: 'Why it refuses' }),
      payeeCheck: PayeeCheckPlaces.optional(),
    }),
    inquire: z.strictObject({
      method: z.enum(['GET', 'POST']),
      path: Path,
      body: fields(INQUIRY_MEMBERS).optional(),
      answers: rulesSchema(['known', 'never_received']),
      instructionId: Pointer.meta({ description: 'Our id in what the bank knows; an answer with another one is none' }),
      reference: Pointer,
      status: Pointer,
      details: Details.optional(),
      payeeCheck: PayeeCheckPlaces.optional(),
    }),
    cancel: z
      .strictObject({
        method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
        path: Path,
        body: fields(CANCELLATION_MEMBERS).optional(),
        answers: rulesSchema(['cancelled', 'requested', 'refused']),
      })
      .optional()
      .meta({ description: 'Absent: the bank cancels nothing' }),
    recall: z
      .strictObject({
        method: z.enum(['POST', 'PUT', 'PATCH']),
        path: Path,
        body: fields(RECALL_MEMBERS).optional(),
        answers: rulesSchema(['requested', 'refused']),
      })
      .optional()
      .meta({ description: 'Absent: the bank gets nothing back' }),
    polling: z
      .strictObject({ seconds: z.int().min(10).max(86_400) })
      .optional()
      .meta({ description: 'How often the bank is asked what became of the payments that it has' }),
    notifications: Notifications.optional(),
    statuses: z
      .record(z.string().max(MAX_TEXT), z.enum(PAYMENT_STATUSES))
      .meta({ description: "Ours for each of the bank's" }),
  })
  .meta({ id: 'PartnerDescription' });

/** A description, parsed. */
export type Description = z.output<typeof PartnerDescription>;
/** How the bank notifies us. */
export type DescribedNotifications = NonNullable<Description['notifications']>;
/** Places of what is said beside a status. */
export type DescribedDetails = z.output<typeof Details>;
/** How requests are proved. */
export type DescribedAuthentication = Description['authentication'];
/** What a bank is asked. */
export type DescribedOperation = 'submit' | 'inquire' | 'cancel' | 'recall';
/** A member of a body. */
export type DescribedField = z.output<ReturnType<typeof fieldSchema<readonly [string, ...string[]]>>>;
export type DescribedCondition = z.output<typeof Condition>;
/** What answers of an operation mean. */
export interface DescribedRule<Meaning extends string> {
  status: number[];
  when?: DescribedCondition[] | undefined;
  means: Meaning;
}
