import type { output } from 'zod';
import type { ClientPrincipal } from '../../../domain/auth/principal';
import { invalidRequest } from '../../../domain/errors';
import { Batch, BatchFileQuery, BatchRequest } from '../../../domain/payments/batches/batch-schema';
import { FileSummary } from '../../../domain/payments/batches/file-row';
import { faultsOfRow } from '../../../domain/payments/batches/row-names';
import { MAX_NAMED } from '../../../domain/payments/batches/status';
import { createBatch, findSentBatch } from '../../../db/payments/batches/create-batch';
import { newId } from '../../../lib/ids';
import { AdmissionGate, admissionRefused } from '../../admission-gate';
import { endpoint, type Call, type Reply, type RequestNotes } from '../../endpoint';
import type { Services } from '../../services';
import { paceOfCaller } from './batch-pace';
import { newBatchView, shownBatch } from './batch-view';
import { judgeRows } from './judge-rows';
import { BATCH_FILE_TYPES, completeRows, readUpload, type SentBatch } from './read-upload';

/** A thousand payments. Source: docs/GAPS.md#P18 */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Ten thousand. */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;

/** Judging ten thousand rows takes seconds of the process; an account sends a batch once in a while. */
const JUDGEMENTS = new AdmissionGate({ total: 3, perKey: 1, maxWaiting: 8 });
const WAIT_MS = 10_000;
const REFUSAL = {
  ofShare: 'A batch of this account is being validated; try again shortly.',
  ofAll: 'Too many batches are being validated; try again shortly.',
  retryAfterSeconds: 5,
};

type BatchCall = Pick<
  Call<ClientPrincipal, unknown, unknown, unknown>,
  'principal' | 'requestId' | 'receivedAt' | 'held' | 'isStrict'
>;

function acceptedReply(data: output<typeof Batch>, notes: RequestNotes): Reply {
  return { status: 202, data, headers: { Location: `/api/v1/payments/batches/${data.batchId}` }, notes };
}

async function storedReply(batchId: string, call: BatchCall, services: Services): Promise<Reply> {
  return acceptedReply(await shownBatch(batchId, call.principal.tenant, services), {});
}

/** The answer to a request whose key has made a batch already. */
async function replayedReply(batchId: string, call: BatchCall, services: Services): Promise<Reply> {
  const reply = await storedReply(batchId, call, services);
  return { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } };
}

/**
 * Judges a batch as a whole and stores it; a workflow makes its payments. A request with the same key and body gets the
 * batch that it made.
 * @throws DomainError INVALID_REQUEST in mode `all_or_nothing` with the first faults of all rows; DUPLICATE for a bank's
 * message that was sent before, naming its batch, or for a key that was used with another body
 */
async function acceptBatch(batch: SentBatch, call: BatchCall, services: Services): Promise<Reply> {
  const { principal, requestId, receivedAt, held, isStrict } = call;
  const { rows, notes } = await judgeRows(completeRows(batch), { principal, receivedAt, isStrict }, services);
  const { message } = batch.summary;
  // Before its faults: a repeat has references that were used, by itself.
  const known = await findSentBatch(services.database, principal.tenant, { held, message });
  if (known !== null) return replayedReply(known, call, services);
  if (batch.mode === 'all_or_nothing') {
    const faults = rows.flatMap((row, position) => faultsOfRow(position, row.faults ?? []));
    if (faults.length > 0) throw invalidRequest(faults.slice(0, MAX_NAMED));
  }
  const id = newId('batch', receivedAt.getTime());
  const { name = null, mode } = batch;
  const pace = await paceOfCaller(principal, services.database);
  const { tenant, isStrict: areStrict, creatorId } = principal;
  const made = { id, tenant, requestId, creatorId, createdAt: receivedAt };
  const kept = { ...made, name, mode, isStrict: areStrict, pace, rows, message };
  const keptId = await createBatch(services.database, services.vault, kept, held);
  if (keptId !== id) return replayedReply(keptId, call, services);
  return acceptedReply(newBatchView(kept), {
    ...notes,
    assumed: [...batch.summary.assumed(), ...notes.assumed],
    ignored: [...batch.summary.list(), ...notes.ignored],
  });
}

/**
 * Accepts a batch when it is its turn, because judging is expensive.
 * @param read reads the batch at its turn, since that copies a file of up to ten megabytes
 */
async function acceptInTurn(
  read: () => SentBatch | Promise<SentBatch>,
  call: BatchCall,
  services: Services,
): Promise<Reply> {
  const admission = await JUDGEMENTS.enter(call.principal.tenant.accountId, WAIT_MS);
  if (!admission.admitted) throw admissionRefused(admission, REFUSAL);
  try {
    return await acceptBatch(await read(), call, services);
  } finally {
    admission.release();
  }
}

/** Source: docs/GAPS.md#P18 */
export const createPaymentBatch = endpoint({
  operationId: 'createPaymentBatch',
  summary: 'Submit many payments together',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/batches',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  query: BatchFileQuery,
  body: BatchRequest,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  fileTypes: BATCH_FILE_TYPES,
  fileLimitBytes: FILE_LIMIT_BYTES,
  idempotent: true,
  responses: { 202: { description: 'Accepted; its payments are made one after the other', schema: Batch } },
  errors: [],
  async handle({ body, query, rawBody: bytes, fileType, ...call }, services) {
    if (fileType === null) {
      const { items, ...head } = body;
      const rows = items.map((item) => ({ item }));
      return acceptInTurn(() => ({ ...head, rows, summary: new FileSummary(), isMessage: false }), call, services);
    }
    const contentType = call.header('Content-Type');
    return acceptInTurn(() => readUpload({ bytes, fileType, contentType, query }, services), call, services);
  },
  recover: (batchId, call, services) => storedReply(batchId, call, services),
});
