import type { Readable } from 'node:stream';
import { AdmissionGate, admissionRefused } from '../../api/admission-gate';
import { recordExport } from '../../db/auth/exports';
import { begunStream } from '../../lib/begun-stream';
import { exportHead, exportLines } from '../../process/export-account';
import { DataExport } from './export-page';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { actorOf } from '../user-of';
import { utcDate } from '../../domain/calendar-dates';

/** An export holds a connection of its reader and reads page after page; one account needs one at a time. */
const EXPORTS = new AdmissionGate({ total: 4, perKey: 1, maxWaiting: 0 });
const NO_PLACE = {
  ofShare: 'Another export is running; try again when it is done.',
  ofAll: 'Other exports are running; try again shortly.',
  retryAfterSeconds: 30,
};

function page({ tenant, formToken, at, words }: SideVisit): Answer {
  const body = <DataExport environment={tenant.environment} formToken={formToken} at={at} />;
  return { kind: 'page', title: words.layout.places.export, body };
}

/**
 * Opens the stream of an export, within the limit of exports at a time.
 * @throws what reading the first rows throws, before anything is sent; a later fault ends the connection
 */
async function openExportStream(visit: SideVisit): Promise<Readable> {
  const { parts, tenant } = visit;
  const { database, vault, publicUrl, now } = parts;
  const admission = await EXPORTS.enter(tenant.accountId, 0);
  if (!admission.admitted) throw admissionRefused(admission, NO_PLACE);
  try {
    await recordExport(database, { tenant, actor: actorOf(visit) });
    const source = { database, vault, publicUrl, now };
    const stream = await begunStream(exportHead(source, tenant), exportLines(source, tenant));
    return stream.once('close', () => admission.release());
  } catch (fault) {
    admission.release();
    throw fault;
  }
}

/**
 * Streams the export. A fault during the transfer ends the connection, so that the browser reports an incomplete file.
 */
async function download(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, context } = visit;
  const stream = await openExportStream(visit);
  stream.once('error', (fault) => {
    parts.log.error({ fault, accountId: tenant.accountId }, 'an export was cut off');
    context.res.destroy();
  });
  const fileName = `corridor-${tenant.environment}-${utcDate(parts.now())}.ndjson`;
  return { kind: 'download', fileName, contentType: 'application/x-ndjson', stream };
}

/** Source: docs/GAPS.md#data-export */
export const EXPORT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/export', access: 'owner', handle: (visit) => Promise.resolve(page(visit)) },
  { method: 'post', path: '/export', access: 'owner', handle: download },
];
