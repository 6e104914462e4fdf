import type { VNode } from 'preact';
import type { OpenLogin } from '../../db/auth/logins';
import type { SecondFactor } from '../../db/auth/second-factors';
import { Badge, CurrentPassword, FaultSummary, Form, Internal, Moment, Notice, Table } from '../parts';
import type { Faults } from '../forms/read-form';
import { MAIL } from '../mail/mail-page';
import { useWords } from '../words/use-words';

/** Where a person looks after the own sign-in. */
export const SECURITY = '/console/security';

/** Codes left at which a person is told to make new ones. */
const FEW_CODES = 3;

export interface SecurityPage {
  factor: SecondFactor | null;
  logins: readonly OpenLogin[];
  /** Whether the account requires a second factor and this login has none. */
  isRequired: boolean;
  /** Whether notices are for this person: people of a partner get none. */
  hasMail: boolean;
  formToken: string;
  faults: Faults;
}

function SecondFactorOff({ formToken, faults }: Pick<SecurityPage, 'formToken' | 'faults'>): VNode {
  const { security } = useWords().auth;
  return (
    <>
      <p>
        <Badge tone="wait">{security.off}</Badge> {security.offMeans}
      </p>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${SECURITY}/second-factor`} formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <button>{security.turnOn}</button>
      </Form>
    </>
  );
}

function SecondFactorOn({ factor }: { factor: SecondFactor }): VNode {
  const { codesLeft, confirmedAt } = factor;
  const { recovery, security } = useWords().auth;
  return (
    <>
      <p>
        <Badge tone="good">{security.on}</Badge> {security.since({ at: <Moment at={confirmedAt} />, codesLeft })}
      </p>
      {codesLeft <= FEW_CODES && <Notice tone="wait">{security.fewCodes}</Notice>}
      <p class="actions">
        <a class="button quiet" href={`${SECURITY}/recovery-codes`}>
          {recovery.newTitle}
        </a>
        <a href={`${SECURITY}/turn-off`}>{security.turnItOff}</a>
      </p>
    </>
  );
}

function EndLoginButton({ of: login, formToken }: { of: OpenLogin; formToken: string }): VNode {
  const { security } = useWords().auth;
  if (login.isThis) return <Badge tone="good">{security.thisOne}</Badge>;
  return (
    <Form action={`${SECURITY}/logins`} formToken={formToken} className="inline">
      <Internal name="login" value={login.id} />
      <button class="quiet small">
        {security.signOut}
        <span class="hidden">{` ${login.device}`}</span>
      </button>
    </Form>
  );
}

function LoginsSection({ logins, formToken }: Pick<SecurityPage, 'logins' | 'formToken'>): VNode {
  const { security } = useWords().auth;
  return (
    <section aria-labelledby="logins">
      <h2 id="logins">{security.where}</h2>
      <Table
        name={security.logins}
        rows={logins}
        columns={[
          { name: security.device, cell: ({ device }) => (device === '' ? security.unknownDevice : device) },
          { name: security.lastUsed, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          { name: security.sinceWhen, isExtra: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { name: security.login, cell: (login) => <EndLoginButton of={login} formToken={formToken} /> },
        ]}
      />
      {logins.length > 1 && (
        <Form action={`${SECURITY}/logins`} formToken={formToken} className="inline">
          <button class="quiet">{security.everywhereElse}</button>
        </Form>
      )}
    </section>
  );
}

export function Security({ factor, logins, isRequired, hasMail, formToken, faults }: SecurityPage): VNode {
  const { auth, mail } = useWords();
  const { security } = auth;
  const isOn = factor !== null && factor.confirmedAt !== null;
  return (
    <>
      {isRequired && <Notice tone="wait">{isOn ? security.requiredOn : security.requiredOff}</Notice>}
      <section aria-labelledby="password">
        <h2 id="password">{auth.password}</h2>
        <p>
          <a href="/console/password">{security.changePassword}</a>
        </p>
      </section>
      <section aria-labelledby="factor">
        <h2 id="factor">{security.twoStep}</h2>
        {isOn ? <SecondFactorOn factor={factor} /> : <SecondFactorOff formToken={formToken} faults={faults} />}
      </section>
      {hasMail && (
        <section aria-labelledby="mail">
          <h2 id="mail">{mail.title}</h2>
          <p>
            <a href={MAIL}>{mail.choose}</a>
          </p>
        </section>
      )}
      <LoginsSection logins={logins} formToken={formToken} />
    </>
  );
}
