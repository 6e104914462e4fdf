import type { output } from 'zod';
import { DEFAULT_BRANDING, findBranding, setBranding, type StoredBranding } from '../../db/documents/brandings';
import {
  BrandingRecord,
  BrandingRequest,
  MAX_KEPT_LOGO_BYTES,
  MAX_LOGO_BYTES,
  type LogoMediaType,
} from '../../domain/documents/branding';
import { DomainError, invalidField } from '../../domain/errors';
import { drawLogo, type DrawnLogo } from '../../lib/logo';
import { AdmissionGate } from '../admission-gate';
import { endpoint } from '../endpoint';

const COMMON = { tag: 'Documents', path: '/v1/branding', limit: null, envelope: 'bare' } as const;

function brandingView(branding: StoredBranding | null): output<typeof BrandingRecord> {
  if (branding === null) {
    return { accentColor: null, logo: null, invoiceFormat: DEFAULT_BRANDING.invoiceFormat, updatedAt: null };
  }
  const { accent, logo, invoiceFormat, createdAt } = branding;
  const shown = logo && {
    mediaType: 'image/png' as const,
    data: logo.png.toString('base64'),
    width: logo.width,
    height: logo.height,
  };
  return { accentColor: accent, logo: shown, invoiceFormat, updatedAt: createdAt.toISOString() };
}

/** Each drawing is a process of its own, of 220 MB at most; an account sets a logo once in a while. */
const DRAWINGS = new AdmissionGate({ total: 3, perKey: 1, maxWaiting: 16 });
const WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Draws a logo when it is its turn; null if it is no picture that can be drawn.
 * @throws DomainError UNAVAILABLE while others are drawn
 */
async function drawInTurn(bytes: Buffer, mediaType: LogoMediaType, accountId: string): Promise<DrawnLogo | null> {
  const admission = await DRAWINGS.enter(accountId, WAIT_MS);
  if (!admission.admitted) {
    const retry = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    throw new DomainError('UNAVAILABLE', 'Too many logos are being drawn; try again shortly.', retry);
  }
  return drawLogo(bytes, mediaType).finally(() => admission.release());
}

/**
 * Checks and draws the logo of an account.
 * @throws DomainError INVALID_REQUEST naming `logo.data`; UNAVAILABLE while others are drawn
 */
export async function drawCheckedLogo(bytes: Buffer, mediaType: LogoMediaType, accountId: string): Promise<DrawnLogo> {
  const tooLarge = `must not have more than ${MAX_LOGO_BYTES} bytes`;
  if (bytes.length > MAX_LOGO_BYTES) throw invalidField('logo.data', 'too_large', tooLarge);
  const made = await drawInTurn(bytes, mediaType, accountId);
  if (made === null) {
    const message =
      'is no picture of that media type: at most 4096 x 4096 pixels, and a drawing without document type, drawings in it, ' +
      'or pictures in it of more than 4,000,000 pixels together';
    throw invalidField('logo.data', 'picture', message);
  }
  if (made.png.length <= MAX_KEPT_LOGO_BYTES) return made;
  throw invalidField('logo.data', 'too_detailed', 'has more detail than a logo: a photograph cannot be one');
}

/** Source: docs/GAPS.md#D7 */
export const getBranding = endpoint({
  ...COMMON,
  operationId: 'getBranding',
  summary: 'Read the branding of documents',
  method: 'get',
  access: { kind: 'client', scope: 'documents:read' },
  responses: {
    200: { description: 'Colour, logo and format of invoices; null for the default', schema: BrandingRecord },
  },
  errors: [],
  async handle({ principal }, { database }) {
    return { status: 200, data: brandingView(await findBranding(database, principal.tenant)) };
  },
});

/** Source: docs/GAPS.md#D7 */
export const putBranding = endpoint({
  ...COMMON,
  operationId: 'putBranding',
  summary: 'Set the branding of new documents; absent members reset to the default',
  method: 'put',
  access: { kind: 'client', scope: 'documents:write' },
  body: BrandingRequest,
  responses: { 200: { description: 'The branding of new documents', schema: BrandingRecord } },
  errors: [],
  async handle({ principal, actor, body }, { database }) {
    const { accentColor = null, logo, invoiceFormat = DEFAULT_BRANDING.invoiceFormat } = body;
    const { tenant } = principal;
    const drawn =
      logo === undefined
        ? null
        : await drawCheckedLogo(Buffer.from(logo.data, 'base64'), logo.mediaType, tenant.accountId);
    const branding = { accent: accentColor, logo: drawn, invoiceFormat };
    return { status: 200, data: brandingView(await setBranding(database, { tenant, branding, actor })) };
  },
});
