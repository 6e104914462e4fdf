import type { VNode } from 'preact';
import type { KeptForm as Kept } from '../../db/auth/kept-forms';
import { Facts, ResentForm } from '../parts';
import { labelOfPath } from './schema/words';

/** A form that was sent after the login had ended, to be sent once more. */
export function KeptForm({ of: { action, page, fields }, formToken }: { of: Kept; formToken: string }): VNode {
  const shown = fields.filter(([name, value]) => name !== 'form_id' && value.trim() !== '');
  return (
    <>
      <p>
        You were signed out while you filled in a form. It has not been submitted; your input is here, except passwords
        and files.
      </p>
      <Facts rows={shown.map(([name, value]) => [labelOfPath(name), value])} />
      <ResentForm {...{ action, fields, formToken }}>
        <p class="actions">
          <button>Send it now</button>
          <a href={page}>Cancel and go back to the page</a>
        </p>
      </ResentForm>
    </>
  );
}
