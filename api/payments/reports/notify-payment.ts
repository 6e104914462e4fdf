import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isDisabledNow } from '../../../db/administration/certified-partner';
import { readBankCredential } from '../../../db/payments/dispatch/bank-credentials';
import { hastenPoll } from '../../../db/payments/dispatch/bank-polls';
import { findPartner } from '../../../db/payments/dispatch/partners';
import { sealEvidence } from '../../../db/payments/instruction/private-data';
import { recordSettlement, recordStatusReport, type ReportContext } from '../../../db/payments/reports/record-report';
import { keepUnmatchedReport } from '../../../db/payments/reports/unmatched-reports';
import { DomainError, invalidField } from '../../../domain/errors';
import { openSettings } from '../../../domain/payments/dispatch/adapters';
import {
  notificationContent,
  readNotification,
  type NotificationReading,
} from '../../../domain/payments/dispatch/description/notification';
import type { Description, DescribedNotifications } from '../../../domain/payments/dispatch/description/schema';
import { pathId } from '../../../domain/schema-tools';
import { newId } from '../../../lib/ids';
import { endpoint } from '../../endpoint';
import type { Services } from '../../services';
import { isProved, type Notified } from '../../../domain/payments/dispatch/description/notification-proof';

/** A notification is a small document, as an answer of a bank is. */
const MAX_BYTES = 64 * 1024;

/** What became of a notification: a disposition of a report, or why there is none. */
const Disposition = z.enum([
  'applied',
  'duplicate',
  'stale',
  'waiting',
  'refused',
  'conflicting',
  'asking',
  'unmatched',
  'ignored',
]);
type Disposition = z.output<typeof Disposition>;

/** Verdicts that led to something that is kept; the bank can do nothing about them. Source: docs/GAPS.md#P3 */
const KEPT: Readonly<Record<string, Disposition>> = {
  NOT_FOUND: 'unmatched',
  INVALID_TRANSITION: 'refused',
  CONFLICTING_REPORT: 'conflicting',
  DUPLICATE: 'duplicate',
};

const unproved = (): DomainError => new DomainError('UNAUTHORIZED', 'The notification is not proved.');

/** A described partner that notifies us. */
interface Bank {
  description: Description;
  notifications: DescribedNotifications;
}

/**
 * The bank that sent a notification, once its proof is verified.
 * @throws DomainError NOT_FOUND for a partner without `notifications`; UNAUTHORIZED for what is not the bank's own;
 * FORBIDDEN where the partner is disabled
 */
async function requireProvedBank(
  partnerId: string,
  notified: Notified,
  { database, vault }: Pick<Services, 'database' | 'vault'>,
): Promise<Bank> {
  const partner = await findPartner(database, partnerId);
  const settings = partner?.adapter === 'described' ? openSettings('described', partner.config) : null;
  const description = settings?.kind === 'sound' ? settings.config.description : undefined;
  const notifications = description?.notifications;
  if (partner === null || description === undefined || notifications === undefined) {
    throw new DomainError('NOT_FOUND', 'There is no partner of that id that notifies.');
  }
  const secret = await readBankCredential(database, vault, partner, notifications.proof.credential);
  if (secret === null || !isProved(notifications.proof, secret, notified)) throw unproved();
  if (await isDisabledNow(database, partnerId)) {
    throw new DomainError('FORBIDDEN', 'This partner is disabled: its reports are refused.');
  }
  return { description, notifications };
}

/** @throws DomainError INVALID_REQUEST for a body that is not of the described format */
function contentOf(
  bytes: Buffer,
  { format }: DescribedNotifications,
  { readXmlDocument }: Pick<Services, 'readXmlDocument'>,
): unknown {
  const content = notificationContent(bytes, format, readXmlDocument);
  if (content !== undefined) return content;
  throw new DomainError('INVALID_REQUEST', `The notification is no ${format.toUpperCase()}.`);
}

type Report = Extract<NotificationReading, { kind: 'report' }>['report'];

/**
 * Records the report of a notification.
 * @returns its disposition, also if the report was refused
 */
async function recordReport({ database, log }: Services, context: ReportContext, report: Report): Promise<Disposition> {
  const { partnerId, instructionId } = context;
  if (report.kind === 'status' && report.isSettlementInvalid === true)
    log.warn({ partnerId, instructionId }, 'a bank gave figures of a settlement that cannot be read');
  try {
    const answer =
      report.kind === 'status'
        ? await recordStatusReport(database, context, report.body)
        : await recordSettlement(database, context, report.body);
    return answer.disposition;
  } catch (fault) {
    const kept = fault instanceof DomainError ? KEPT[fault.code] : undefined;
    if (kept === undefined) throw fault;
    return kept;
  }
}

/**
 * Polls the bank soon, since its notification alone is not trusted. A notification about a payment that is not polled
 * is stored for an operator: it may report a return, or be about a payment that was lost here.
 */
async function hastenInquiry(services: Services, context: ReportContext, bytes: Buffer): Promise<Disposition> {
  const { database } = services;
  const { partnerId, instructionId, reportId: id, evidence } = context;
  if (await hastenPoll(database, partnerId, instructionId)) return 'asking';
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  const kept = { id, partnerId, instructionId, evidence, kind: 'status', bodyHash } as const;
  await keepUnmatchedReport(database, kept);
  return 'unmatched';
}

/** Time and hash of a notification, sealed with its bytes to verify it again; empty for a token, a secret. */
function sentProof({ proof }: DescribedNotifications, notified: Notified) {
  if (proof.kind === 'token') return { timestamp: '', signature: '' };
  const timestamp = proof.timestamp?.header === undefined ? '' : notified.header(proof.timestamp.header);
  return { timestamp, signature: notified.header(proof.header) };
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Source: docs/GAPS.md#described-webhooks */
export const notifyPayment = endpoint({
  operationId: 'notifyPartnerPayment',
  summary: 'Take a notification of a described bank',
  tag: 'Partners',
  method: 'post',
  path: '/api/v1/partners/{partnerId}/notifications',
  access: { kind: 'public' },
  limit: null,
  provesItself: true,
  envelope: 'wrapped',
  params: z.object({ partnerId: pathId('partner') }),
  fileTypes: ['application/json', 'application/x-www-form-urlencoded', 'application/xml', 'text/xml'],
  bodyLimitBytes: MAX_BYTES,
  responses: {
    200: {
      description: 'Taken; what does not fit is kept, and nothing is gained by repeating it',
      schema: z.object({ disposition: Disposition }),
    },
  },
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
  async handle(call, services) {
    const { partnerId } = call.params;
    const { requestId, receivedAt } = call;
    const bytes = await bytesOf(call.file);
    const notified: Notified = { bytes, receivedAt, header: (name) => call.header(name) };
    const { description, notifications } = await requireProvedBank(partnerId, notified, services);
    const { headers, refusal } = await services.limiter.takeNotification(partnerId);
    if (refusal !== null) throw refusal;
    const read = readNotification(description, notifications, contentOf(bytes, notifications, services), receivedAt);
    if (read.kind === 'several') {
      services.log.warn({ partnerId }, 'a bank notified of several payments at once, which is refused');
      throw invalidField(notifications.instructionId, 'several', 'stands there several times: notify of one payment');
    }
    if (read.kind === 'ignored') {
      if (read.word !== null) services.log.warn({ partnerId }, 'a bank gave a status that its description lacks');
      return { status: 200, headers, data: { disposition: 'ignored' } };
    }
    const { instructionId } = read;
    const reportId = newId('report');
    const sent = { body: bytes.toString('base64'), ...sentProof(notifications, notified) };
    const evidence = sealEvidence(services.vault, reportId, sent);
    const context = { instructionId, partnerId, idempotencyKey: null, requestId, receivedAt, reportId, evidence };
    const disposition =
      read.kind === 'inquire'
        ? await hastenInquiry(services, context, bytes)
        : await recordReport(services, context, read.report);
    services.wake();
    return { status: 200, headers, data: { disposition } };
  },
});
