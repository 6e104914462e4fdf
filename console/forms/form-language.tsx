import type { VNode } from 'preact';
import { isLanguage, type Language } from '../../domain/auth/languages';
import { useWords } from '../words/use-words';

/** Name of the hidden field with the language in which a form was shown. */
export const FORM_LANGUAGE = 'form_language';

/** Its value once the form was shown again in another language: then each number may have been typed in either. */
const MIXED = 'mixed';

/**
 * The language in which numbers of a form were typed: its sender may have another one by the time the form is sent.
 * @param sent value of the hidden field; null or undefined without one
 * @returns null if it is not known: then a number that can be read as two is refused
 */
export function languageOfForm(sent: string | null | undefined): Language | null {
  return typeof sent === 'string' && isLanguage(sent) ? sent : null;
}

/**
 * The hidden field, which each form with numbers has.
 * @param sent its value in the form that is shown again; null or undefined in a new form
 */
export function FormLanguage({ sent }: { sent: string | null | undefined }): VNode {
  const { language } = useWords();
  const isNew = sent === null || sent === undefined;
  return <input type="hidden" name={FORM_LANGUAGE} value={isNew || sent === language ? language : MIXED} />;
}
