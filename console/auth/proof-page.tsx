import type { VNode } from 'preact';
import { FaultSummary, Field, ResentForm } from '../parts';
import type { Fault, Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { PROVIDER_LOG_IN } from './log-in-page';
import { CodeField } from './second-factor-page';

/** Field in which a password or a code is given for an act; it is part of no form of its own. */
export const PROOF_FIELD = 'proof';

/** Field for the page of a form with files, to which the proof leads back. */
export const PAGE_FIELD = 'proof_page';

/** In the address of a log-in at the identity provider that is to be such a proof. */
export const PROOF_PARAM = 'proof';

export interface ProofPage {
  /** Where the form that waits was sent to, and what it says. */
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** The page that the form stands on. */
  page: string;
  /** Whether files were chosen in it, which are to be chosen again. */
  hasFiles: boolean;
  /** Whether the person has a second factor, whose code is asked for in place of the password. */
  needsCode: boolean;
  /** What people call the identity provider; null where there is none. */
  provider: string | null;
  formToken: string;
  faults: Faults;
}

function PasswordField({ fault, provider }: { fault: Fault | undefined; provider: string | null }): VNode {
  const { auth } = useWords();
  const common = { type: 'password', label: auth.password, autocomplete: 'current-password', autofocus: true } as const;
  const hint = provider === null ? undefined : auth.proof.yourPasswordHere({ provider });
  return <Field name={PROOF_FIELD} {...{ hint, fault }} {...common} />;
}

/**
 * Link to the identity provider, for a user without a password here: a fresh login there counts as proof and returns
 * to the page of the form.
 */
function ProviderProof({ provider, page }: { provider: string; page: string }): VNode {
  const { auth } = useWords();
  const query = new URLSearchParams({ [PROOF_PARAM]: '1', next: page }).toString();
  return (
    <p>{auth.proof.atProvider({ provider, link: (text) => <a href={`${PROVIDER_LOG_IN}?${query}`}>{text}</a> })}</p>
  );
}

/** Asks for a password or a code before an act; contains the fields of the act's form. */
export function ProofForm(parts: ProofPage): VNode {
  const { action, fields, page, hasFiles, needsCode, provider, formToken, faults } = parts;
  const { auth } = useWords();
  const fault = faults[PROOF_FIELD];
  return (
    <div class="narrow">
      <p>{needsCode ? auth.proof.needsCode : auth.proof.needsPassword}</p>
      {hasFiles && <p>{auth.proof.filesAgain}</p>}
      <FaultSummary faults={faults} />
      <ResentForm {...{ action, fields, formToken }}>
        {needsCode ? (
          <CodeField name={PROOF_FIELD} fault={fault} hint={auth.fromAppOrRecovery} autofocus />
        ) : (
          <PasswordField {...{ fault, provider }} />
        )}
        <p class="actions">
          <button>{auth.goOn}</button> <a href={page}>{auth.proof.goBack}</a>
        </p>
      </ResentForm>
      {provider !== null && !needsCode && <ProviderProof {...{ provider, page }} />}
    </div>
  );
}
