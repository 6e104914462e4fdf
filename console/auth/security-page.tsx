import type { VNode } from 'preact';
import type { OpenLogin } from '../../db/auth/logins';
import type { SecondFactor } from '../../db/auth/second-factors';
import { Badge, CurrentPassword, FaultSummary, Form, Hidden, Moment, Notice, Table } from '../parts';
import type { Faults } from '../forms/read-form';

/** Where a person looks after the own sign-in. */
export const SECURITY = '/console/security';

/** Codes left at which a person is told to make new ones. */
const FEW_CODES = 3;

const DONE: Readonly<Record<string, string>> = {
  on: 'Two-step sign-in is on. Every other device was signed out.',
  off: 'Two-step sign-in is off.',
  codes: 'The earlier recovery codes no longer work.',
  ended: 'Signed out there.',
};

export interface SecurityPage {
  factor: SecondFactor | null;
  logins: readonly OpenLogin[];
  /** Whether the account requires a second factor and this login has none. */
  isRequired: boolean;
  formToken: string;
  faults: Faults;
  /** What was just done, from the address. */
  done: string | null;
}

function TurnOn({ formToken, faults }: Pick<SecurityPage, 'formToken' | 'faults'>): VNode {
  return (
    <>
      <p>
        <Badge tone="wait">off</Badge> Anyone who learns your password can sign in. Two-step sign-in also asks for a
        code from your phone.
      </p>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${SECURITY}/second-factor`} formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <button>Turn two-step sign-in on</button>
      </Form>
    </>
  );
}

function TurnedOn({ factor }: { factor: SecondFactor }): VNode {
  const { codesLeft, confirmedAt } = factor;
  return (
    <>
      <p>
        <Badge tone="good">on</Badge> since <Moment at={confirmedAt} />. {`${codesLeft} recovery codes are left.`}
      </p>
      {codesLeft <= FEW_CODES && <Notice tone="wait">Create new recovery codes before the last one is used.</Notice>}
      <p class="actions">
        <a class="button quiet" href={`${SECURITY}/recovery-codes`}>
          New recovery codes
        </a>
        <a href={`${SECURITY}/turn-off`}>Turn it off</a>
      </p>
    </>
  );
}

function EndLogin({ of: login, formToken }: { of: OpenLogin; formToken: string }): VNode {
  if (login.isThis) return <Badge tone="good">this one</Badge>;
  return (
    <Form action={`${SECURITY}/logins`} formToken={formToken} className="inline">
      <Hidden name="login" value={login.id} />
      <button class="quiet small">
        Sign out<span class="hidden">{` ${login.device}`}</span>
      </button>
    </Form>
  );
}

function Logins({ logins, formToken }: Pick<SecurityPage, 'logins' | 'formToken'>): VNode {
  return (
    <section aria-labelledby="logins">
      <h2 id="logins">Where you are signed in</h2>
      <Table
        name="Logins"
        rows={logins}
        columns={[
          { name: 'Device', cell: ({ device }) => (device === '' ? 'Not known' : device) },
          { name: 'Last used', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          { name: 'Since', isExtra: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { name: 'Login', cell: (login) => <EndLogin of={login} formToken={formToken} /> },
        ]}
      />
      {logins.length > 1 && (
        <Form action={`${SECURITY}/logins`} formToken={formToken} className="inline">
          <button class="quiet">Sign out everywhere else</button>
        </Form>
      )}
    </section>
  );
}

export function Security({ factor, logins, isRequired, formToken, faults, done }: SecurityPage): VNode {
  const isOn = factor !== null && factor.confirmedAt !== null;
  const message = done === null ? undefined : DONE[done];
  return (
    <>
      {message !== undefined && <Notice tone="good">{message}</Notice>}
      {isRequired && (
        <Notice tone="wait">
          {`Your account requires two-step sign-in of every member. ${isOn ? 'Sign out, and in again with a code,' : 'Turn it on here'} to go on.`}
        </Notice>
      )}
      <section aria-labelledby="password">
        <h2 id="password">Password</h2>
        <p>
          <a href="/console/password">Change the password</a>
        </p>
      </section>
      <section aria-labelledby="factor">
        <h2 id="factor">Two-step sign-in</h2>
        {isOn ? <TurnedOn factor={factor} /> : <TurnOn formToken={formToken} faults={faults} />}
      </section>
      <Logins logins={logins} formToken={formToken} />
    </>
  );
}
