import type { Branding } from '../../db/documents/brandings';
import { LOCALES } from '../../domain/documents/locales';
import type { DocumentContent } from '../../domain/documents/registry';
import { previewHtml } from './shell';
import { viewOf } from './templates';
import { sheetHtml, trialLayout } from './templates/sheet';

/** Where a sheet of 210 mm is wider than its place, it is shown smaller. */
const FITTING = `
@media (max-width: 800px) { html { zoom: .74 } }
@media (max-width: 600px) { html { zoom: .58 } }
@media (max-width: 470px) { html { zoom: .42 } }
`;

/**
 * How a document would look, before anything of it is kept: the sheets without a browser, so on one page of any length,
 * with nothing to verify yet.
 * @returns a web page without script
 */
export function previewDocument(content: DocumentContent, branding: Branding | null, verifyUrl: string): string {
  const view = viewOf(content);
  const marks = {
    documentId: 'doc_',
    verifyCode: '',
    verifyUrl,
    branding: branding && { accent: branding.accent, logoPng: branding.logo?.png ?? null },
  };
  const { locale } = view;
  const frame = { title: `${view.title} ${view.number}`, locale, direction: LOCALES[locale].direction };
  return previewHtml(frame, sheetHtml(view, marks, trialLayout(view)), FITTING);
}
