import { LOCALES } from '../locales';
import { escapeMarkup } from '../../xml';
import { fontCss } from './fonts';
import { STYLES } from './templates/styles';
import type { SheetView } from './templates/view';

/** Nothing may be fetched: whatever is not written into the page does not exist. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; form-action 'none'; base-uri 'none'";

/** The empty page that documents are set into: Latin fonts and styles, loaded once per page of the browser. */
export function shellHtml(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}"><title>-</title><style>${fontCss('latin')}${STYLES}</style></head><body></body></html>`;
}

interface PageFrame {
  title: string;
  locale: string;
  direction: 'ltr' | 'rtl';
}

/** Title, number and language of the page around a document. */
export function frameOf({ title, number, locale }: SheetView): PageFrame {
  return { title: `${title} ${number}`, locale, direction: LOCALES[locale].direction };
}

/**
 * The preview: the same sheets as a page of its own, with the fonts of the reader's machine.
 * @param styles beside those of the sheets
 */
export function previewHtml(frame: PageFrame, body: string, styles = ''): string {
  const title = escapeMarkup(frame.title);
  return `<!doctype html><html lang="${frame.locale}" dir="${frame.direction}"><head><meta charset="utf-8"><title>${title}</title><style>${STYLES}${styles}</style></head><body>${body}</body></html>`;
}
