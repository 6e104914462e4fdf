import type { Locale } from '../../../domain/documents/document';
import { ar } from './ar';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { zh } from './zh';

export type LabelName = keyof typeof en;
export type Labels = Record<LabelName, string>;

const LABELS = { en, es, fr, zh, ar } satisfies Record<Locale, Labels>;

/** @returns the labels of a language */
export function labelsOf(locale: Locale): Labels {
  return LABELS[locale];
}

/** @returns "Page 1 of 3" in the language of the labels */
export function pageLabel(labels: Labels, page: number, pages: number): string {
  return labels.page.replace('{page}', String(page)).replace('{pages}', String(pages));
}
