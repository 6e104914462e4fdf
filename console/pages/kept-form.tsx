import type { VNode } from 'preact';
import type { KeptForm as Kept } from '../../db/auth/kept-forms';
import { Facts, Form, Hidden } from '../parts';
import { labelOfPath } from '../schema-form/words';

const FORM_ID = 'form_id';

/** What somebody sent when the login was over, to be sent once more. */
export function KeptForm({ of: { action, page, fields }, formToken }: { of: Kept; formToken: string }): VNode {
  const id = fields.find(([name]) => name === FORM_ID)?.[1];
  const typed = fields.filter(([name]) => name !== FORM_ID);
  const shown = typed.filter(([, value]) => value.trim() !== '');
  return (
    <>
      <p>
        You were signed out while you filled in a form. Nothing of it has been done; what you typed is here, but for
        passwords and files.
      </p>
      <Facts rows={shown.map(([name, value]) => [labelOfPath(name), value])} />
      <Form action={action} formToken={formToken} {...(id === undefined ? {} : { id })}>
        {typed.map(([name, value], index) => (
          <Hidden key={index} name={name} value={value} />
        ))}
        <p class="actions">
          <button>Send it now</button>
          <a href={page}>Leave it, and go back to the page</a>
        </p>
      </Form>
    </>
  );
}
