import { z } from 'zod';
import { drawCheckedLogo } from '../../api/documents/branding';
import {
  DEFAULT_BRANDING,
  findBranding,
  setBranding,
  type Branding,
  type StoredLogo,
} from '../../db/documents/brandings';
import { Accent, InvoiceFormat, LOGO_MEDIA_TYPES, MAX_LOGO_BYTES } from '../../domain/documents/branding';
import { BrandingOfDocuments } from './branding-page';
import {
  checkForm,
  emptyAsAbsent,
  faultsOf,
  SpokenRefusal,
  type Fault,
  type Faults,
  type SentFile,
} from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import type { Words } from '../words/use-words';
import { actorOf, mayChange } from '../user-of';

/** A logo that is too large is refused at its field; a file beyond twice the size is not read at all. */
const FILE_LIMIT_BYTES = 2 * MAX_LOGO_BYTES;

async function brandingOf({ parts, tenant }: SideVisit): Promise<Branding> {
  return (await findBranding(parts.database, tenant)) ?? DEFAULT_BRANDING;
}

async function brandingPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { form, formToken, at, tenant, words } = visit;
  const branding = await brandingOf(visit);
  const accent = form.get('accent') ?? branding.accent ?? '';
  const isWithout = form.has('without');
  const format = form.get('format') ?? branding.invoiceFormat;
  const parts = { branding, accent, isWithout, format, formToken, faults, at };
  const body = <BrandingOfDocuments {...parts} mayChange={mayChange(visit, tenant.environment)} />;
  return { kind: 'page', title: words.branding.title, body, status };
}

/**
 * Reads an uploaded logo.
 * @returns the logo as it is stored, or what is wrong with the file
 */
async function readLogo(file: SentFile, accountId: string, { branding }: Words): Promise<StoredLogo | Fault> {
  const { mediaType, bytes } = file;
  const known = LOGO_MEDIA_TYPES.find((one) => one === mediaType);
  if (known === undefined) return branding.chooseImage;
  try {
    return await drawCheckedLogo(bytes, known, accountId);
  } catch (fault) {
    const [refused] = Object.values(faultsOf(fault));
    return refused ?? branding.chooseImage;
  }
}

const isLogo = (made: StoredLogo | Fault): made is StoredLogo => typeof made !== 'string' && 'png' in made;

async function saveBranding(visit: SideVisit): Promise<Answer> {
  const { form, files, parts, tenant, at, words } = visit;
  const entered = { accent: (form.get('accent') ?? '').trim(), format: form.get('format') ?? '' };
  const checked = checkForm(z.object({ accent: emptyAsAbsent(Accent), format: InvoiceFormat }), entered);
  const file = files.get('logo');
  const sent = file === undefined ? null : await readLogo(file, tenant.accountId, words);
  const ofLogo: Faults = sent === null || isLogo(sent) ? {} : { logo: sent };
  const faults = { ...(checked.ok ? {} : checked.faults), ...ofLogo };
  if (!checked.ok || (sent !== null && !isLogo(sent))) return brandingPage(visit, faults, 400);
  const kept = form.has('without') ? null : (await brandingOf(visit)).logo;
  const { accent = null, format: invoiceFormat } = checked.value;
  const branding = { accent, logo: sent ?? kept, invoiceFormat };
  await setBranding(parts.database, { tenant, branding, actor: actorOf(visit) });
  return { kind: 'done', notice: { name: 'branding-saved' }, location: at('/branding') };
}

async function logo(visit: SideVisit): Promise<Answer> {
  const { logo: kept } = await brandingOf(visit);
  if (kept === null) throw new SpokenRefusal('NOT_FOUND', visit.words.branding.noLogo);
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
    handle: saveBranding,
  },
  { method: 'get', path: '/branding/logo', access: 'account', handle: logo },
];
