import type { DocumentContent } from '../registry';
import { frameOf, previewHtml } from './shell';
import { viewOf } from './templates';
import { sheetHtml, trialLayout } from './templates/sheet';

/** Colour and logo of a preview; null for the default. */
interface PreviewBranding {
  /** `#rrggbb` */
  accent: string | null;
  logo: { png: Uint8Array } | null;
}

/** Where a sheet of 210 mm is wider than its place, it is shown smaller. */
const FITTING = `
@media (max-width: 800px) { html { zoom: .74 } }
@media (max-width: 600px) { html { zoom: .58 } }
@media (max-width: 470px) { html { zoom: .42 } }
`;

/**
 * Renders a document that is not stored yet: its sheets without a browser, as one page of any length, without
 * verification.
 * @param verifyUrl printed on it, to verify the document
 * @returns a web page without script
 */
export function previewDocument(content: DocumentContent, branding: PreviewBranding | null, verifyUrl: string): string {
  const view = viewOf(content);
  const marks = {
    documentId: 'doc_',
    verifyCode: '',
    verifyUrl,
    branding: branding && { accent: branding.accent, logoPng: branding.logo?.png ?? null },
  };
  return previewHtml(frameOf(view), sheetHtml(view, marks, trialLayout(view)), FITTING);
}
