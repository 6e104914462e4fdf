import type { VNode } from 'preact';
import { LINK_PATH } from '../../domain/auth/user-links';
import { FaultSummary, Field, Form, NewPassword } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords, wordFor } from '../words/use-words';

/** Where a link leads once its token is in a cookie. */
export const JOIN = '/console/join';
export const CHOOSE_PASSWORD = '/console/choose-password';

/**
 * Form for the token of a link. The script takes it from the address and submits the form; without script the person
 * does.
 */
export function OpenLink({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  const { userLinks: words } = useWords();
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action={LINK_PATH} formToken={formToken}>
        <Field
          name="token"
          label={words.code}
          hint={words.codeHint}
          fault={faults['token']}
          autocomplete="off"
          autofocus
        />
        <button>{words.goOn}</button>
      </Form>
    </div>
  );
}

function EmailField({ email }: { email: string }): VNode {
  return (
    <p class="field">
      <label for="email">{useWords().members.email}</label>
      <input id="email" type="email" value={email} readonly autocomplete="username" />
    </p>
  );
}

export interface JoinPage {
  accountName: string;
  email: string;
  role: string;
  entered: { name: string };
  formToken: string;
  faults: Faults;
}

export function AcceptInvitationForm({ accountName, email, role, entered, formToken, faults }: JoinPage): VNode {
  const { members, userLinks: words } = useWords();
  return (
    <div class="narrow">
      <p>{words.invited({ account: <strong>{accountName}</strong>, role: wordFor(members.roles, role) ?? role })}</p>
      <FaultSummary faults={faults} />
      <Form action={JOIN} formToken={formToken}>
        <EmailField email={email} />
        <Field name="name" label={words.yourName} value={entered.name} fault={faults['name']} autocomplete="name" />
        <NewPassword fault={faults['password']} />
        <button>{words.join}</button>
      </Form>
    </div>
  );
}

export function ChoosePasswordForm(parts: { email: string; formToken: string; faults: Faults }): VNode {
  const { email, formToken, faults } = parts;
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action={CHOOSE_PASSWORD} formToken={formToken}>
        <EmailField email={email} />
        <NewPassword fault={faults['password']} />
        <button>{useWords().userLinks.setPassword}</button>
      </Form>
    </div>
  );
}
