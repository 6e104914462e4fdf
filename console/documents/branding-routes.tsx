import { z } from 'zod';
import { drawnLogo } from '../../api/documents/branding';
import {
  DEFAULT_BRANDING,
  findBranding,
  setBranding,
  type Branding,
  type StoredLogo,
} from '../../db/documents/brandings';
import { Accent, InvoiceFormat, LOGO_MEDIA_TYPES, MAX_LOGO_BYTES } from '../../domain/documents/branding';
import { DomainError } from '../../domain/errors';
import { BrandingOfDocuments } from './branding-page';
import { checkForm, emptyAsAbsent, faultsOf, messageOf, type Faults, type SentFile } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { actorOf, mayChange } from '../user-of';

/** A logo that is too large is refused at its field; a file beyond twice the size is not read at all. */
const FILE_LIMIT_BYTES = 2 * MAX_LOGO_BYTES;

async function brandingOf({ parts, tenant }: SideVisit): Promise<Branding> {
  return (await findBranding(parts.database, tenant)) ?? DEFAULT_BRANDING;
}

async function brandingPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { form, formToken, at, tenant, context } = visit;
  const branding = await brandingOf(visit);
  const accent = form.get('accent') ?? branding.accent ?? '';
  const isSaved = new URLSearchParams(context.querystring).get('done') === 'saved';
  const isWithout = form.has('without');
  const format = form.get('format') ?? branding.invoiceFormat;
  const parts = { branding, accent, isWithout, format, formToken, faults, isSaved, at };
  const body = <BrandingOfDocuments {...parts} mayChange={mayChange(visit, tenant.environment)} />;
  return { kind: 'page', title: 'Look of documents', body, status };
}

/** @returns the logo as it is kept, or what is wrong with the file */
async function readLogo({ mediaType, bytes }: SentFile, accountId: string): Promise<StoredLogo | string> {
  const known = LOGO_MEDIA_TYPES.find((one) => one === mediaType);
  if (known === undefined) return 'Choose a PNG or an SVG file.';
  try {
    return await drawnLogo(bytes, known, accountId);
  } catch (fault) {
    const [text] = Object.values(faultsOf(fault));
    return `The file ${text === undefined ? 'cannot be read' : messageOf(text)}.`;
  }
}

async function save(visit: SideVisit): Promise<Answer> {
  const { form, files, parts, tenant, at } = visit;
  const entered = { accent: (form.get('accent') ?? '').trim(), format: form.get('format') ?? '' };
  const checked = checkForm(z.object({ accent: emptyAsAbsent(Accent), format: InvoiceFormat }), entered);
  const file = files.get('logo');
  const sent = file === undefined ? null : await readLogo(file, tenant.accountId);
  const { accent: colour, ...others }: Faults = checked.ok ? {} : checked.faults;
  const ofColour: Faults = colour === undefined ? {} : { accent: `The colour ${messageOf(colour)}.` };
  const faults = { ...ofColour, ...others, ...(typeof sent === 'string' ? { logo: sent } : {}) };
  if (!checked.ok || typeof sent === 'string') return brandingPage(visit, faults, 400);
  const kept = form.has('without') ? null : (await brandingOf(visit)).logo;
  const { accent = null, format: invoiceFormat } = checked.value;
  const branding = { accent, logo: sent ?? kept, invoiceFormat };
  await setBranding(parts.database, { tenant, branding, actor: actorOf(visit) });
  return { kind: 'redirect', location: at('/branding?done=saved') };
}

async function logo(visit: SideVisit): Promise<Answer> {
  const { logo: kept } = await brandingOf(visit);
  if (kept === null) throw new DomainError('NOT_FOUND', 'There is no logo.');
  return { kind: 'file', reply: { status: 200, binary: { contentType: 'image/png', bytes: kept.png } } };
}

/** Source: docs/GAPS.md#D7 */
export const BRANDING_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/branding', access: 'account', handle: (visit) => brandingPage(visit, {}) },
  {
    method: 'post',
    path: '/branding',
    access: 'developer',
    countsOnce: true,
    fileLimitBytes: FILE_LIMIT_BYTES,
    handle: save,
  },
  { method: 'get', path: '/branding/logo', access: 'account', handle: logo },
];
