import type { VNode } from 'preact';
import { isLanguage, type Language } from '../../domain/auth/languages';
import { certainNumber } from '../words/typed-number';
import { useWords } from '../words/use-words';

/** Name of the hidden field with the language in which a form was shown. */
export const FORM_LANGUAGE = 'form_language';

/** Its value once the form was shown again in another language: then each number may have been typed in either. */
const MIXED = 'mixed';

/**
 * Reads a number in the language in which the form was shown: its sender may have another one by the time it is sent.
 * @param sent value of the hidden field; null or undefined without one: then a number that can be read as two is none
 * @returns the text itself if it is no number, for the fault of its schema
 */
export function typedNumber(text: string, sent: string | null | undefined): number | string {
  const language: Language | null = typeof sent === 'string' && isLanguage(sent) ? sent : null;
  return certainNumber(text, language) ?? text;
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
