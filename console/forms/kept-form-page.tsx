import type { VNode } from 'preact';
import type { KeptForm as Kept } from '../../db/auth/kept-forms';
import { Facts, INTERNAL_FIELDS, ResentForm } from '../parts';
import { useWords } from '../words/use-words';
import { labelOfPath } from './schema/words';

/** Beginning of the names of hidden fields with what a form needs for itself, such as its language and its counts of rows. */
const OF_FORM = 'form_';

/** A form that was submitted after the login had ended, to be submitted again. */
export function KeptFormPage({ of: { action, page, fields }, formToken }: { of: Kept; formToken: string }): VNode {
  const words = useWords();
  const { means, send, cancel } = words.forms.kept;
  const internal = new Set(fields.flatMap(([name, value]) => (name === INTERNAL_FIELDS ? [value] : [])));
  const isShown = (name: string): boolean => !name.startsWith(OF_FORM) && !internal.has(name);
  const shown = fields.filter(([name, value]) => isShown(name) && value.trim() !== '');
  return (
    <>
      <p>{means}</p>
      {shown.length > 0 && <Facts rows={shown.map(([name, value]) => [labelOfPath(words, name), value])} />}
      <ResentForm {...{ action, fields, formToken }}>
        <p class="actions">
          <button>{send}</button>
          <a href={page}>{cancel}</a>
        </p>
      </ResentForm>
    </>
  );
}
