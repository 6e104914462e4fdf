import type { VNode } from 'preact';
import type { MadeKey } from '../../db/auth/account-keys';
import type { Invitation } from '../../db/auth/invitations';
import type { Member } from '../../db/auth/members';
import { ACCOUNT_ROLES, ROLE_MEANINGS } from '../../domain/auth/users';
import { Badge, Checkbox, Facts, FaultSummary, Field, Form, Hidden, Id, Moment, Notice, Select, Table } from '../parts';
import type { Faults } from '../forms/read-form';
import { SECURITY } from '../auth/security-page';

/** The people of an account. */
export const MEMBERS = '/console/members';

const ROLE_OPTIONS = ACCOUNT_ROLES.map((role) => [role, `${role}: ${ROLE_MEANINGS[role]}`] as const);

const DONE: Readonly<Record<string, string>> = {
  role: 'The new role is in force.',
  removed: 'The member was removed and signed out everywhere.',
  'two-step-on': 'Every member now needs two-step sign-in.',
  'two-step-off': 'Each member decides about two-step sign-in.',
  'factor-removed': 'Two-step sign-in of the member was turned off.',
  withdrawn: 'The invitation was withdrawn; its link no longer works.',
};

export interface MembersPage {
  members: readonly Member[];
  invitations: readonly Invitation[];
  mayManage: boolean;
  /** Whether the account requires two-step sign-in, and whether the viewer has used it in this login. */
  isRequired: boolean;
  isTwoStep: boolean;
  entered: { email: string; role: string };
  formToken: string;
  faults: Faults;
  /** What was just done, from the address. */
  done: string | null;
}

function People({ members, mayManage }: Pick<MembersPage, 'members' | 'mayManage'>): VNode {
  return (
    <Table
      name="Members"
      rows={members}
      columns={[
        {
          name: 'Email',
          cell: ({ id, email }) => (mayManage ? <a href={`${MEMBERS}/${id}`}>{email}</a> : email),
        },
        { name: 'Name', isExtra: true, cell: ({ name }) => name },
        { name: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
        { name: 'Two-step sign-in', isExtra: true, cell: ({ isTwoStep }) => (isTwoStep ? 'on' : 'off') },
        { name: 'Last seen', isExtra: true, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
      ]}
    />
  );
}

function Withdraw({ of: invitation, formToken }: { of: Invitation; formToken: string }): VNode {
  return (
    <Form action={`${MEMBERS}/withdraw`} formToken={formToken} className="inline">
      <Hidden name="invitation" value={invitation.id} />
      <button class="quiet small">
        Withdraw<span class="hidden">{` the invitation of ${invitation.email}`}</span>
      </button>
    </Form>
  );
}

function Invitations({ invitations, mayManage, formToken }: MembersPage): VNode | null {
  if (invitations.length === 0) return null;
  const act = { name: 'Invitation', cell: (one: Invitation) => <Withdraw of={one} formToken={formToken} /> };
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">Invited</h2>
      <Table
        name="Invitations"
        rows={invitations}
        columns={[
          { name: 'Email', cell: ({ email }) => email },
          { name: 'Role', isExtra: true, cell: ({ role }) => <Badge>{role}</Badge> },
          { name: 'Link until', isExtra: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          ...(mayManage ? [act] : []),
        ]}
      />
    </section>
  );
}

function Invite({ entered, faults, formToken }: MembersPage): VNode {
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person</h2>
      <FaultSummary faults={faults} />
      <Form className="panel" action={MEMBERS} formToken={formToken}>
        <Field
          name="email"
          type="email"
          label="Email"
          hint="You get a link to hand over yourself; no message is sent."
          value={entered.email}
          fault={faults['email']}
          autocomplete="off"
        />
        <Select name="role" label="Role" value={entered.role} fault={faults['role']} options={ROLE_OPTIONS} />
        <button>Make the link</button>
      </Form>
    </section>
  );
}

function Requirement({ isRequired, isTwoStep, formToken }: MembersPage): VNode {
  const action = `${MEMBERS}/two-step`;
  return (
    <section aria-labelledby="two-step">
      <h2 id="two-step">Two-step sign-in</h2>
      <p>
        {isRequired
          ? 'Every member needs it: members without it set it up after signing in.'
          : 'Each member decides. If you require it, members without it set it up after signing in.'}
      </p>
      {isRequired || isTwoStep ? (
        <Form {...{ action, formToken }} className="inline">
          <Hidden name="required" value={isRequired ? 'no' : 'yes'} />
          <button class="quiet">{isRequired ? 'Stop requiring it' : 'Require it of every member'}</button>
        </Form>
      ) : (
        <p>
          To require it, <a href={SECURITY}>set it up for yourself</a> first.
        </p>
      )}
    </section>
  );
}

export function Members(page: MembersPage): VNode {
  const message = page.done === null ? undefined : DONE[page.done];
  return (
    <>
      {message !== undefined && <Notice tone="good">{message}</Notice>}
      <People {...page} />
      <Invitations {...page} />
      {page.mayManage && <Requirement {...page} />}
      {page.mayManage ? <Invite {...page} /> : <p>Owners of the account invite people and change roles.</p>}
    </>
  );
}

interface MemberPage {
  member: Member;
  /** Working keys that the member has made, and so has seen. */
  keys: readonly MadeKey[];
  formToken: string;
  faults: Faults;
}

function MadeKeys({ name, keys }: { name: string; keys: readonly MadeKey[] }): VNode {
  return (
    <fieldset>
      <legend>Keys that {name} made</legend>
      <p>{name} may have a copy of each. Revoke unused ones at once, and rotate the others.</p>
      {keys.map(({ id, environment, label, hint }) => (
        <Checkbox key={id} name="key" value={id} label={`Revoke the ${environment} key ${label} (…${hint})`} />
      ))}
    </fieldset>
  );
}

function Remove({ member: { id, email, name }, keys, formToken }: MemberPage): VNode {
  return (
    <section aria-labelledby="remove">
      <h2 id="remove">Remove from the account</h2>
      <p>{name} is signed out everywhere at once.</p>
      <Form action={`${MEMBERS}/${id}/remove`} formToken={formToken}>
        {keys.length > 0 && <MadeKeys name={name} keys={keys} />}
        <p class="actions">
          <button class="danger">Remove {email}</button>
          <a href={MEMBERS}>Back to the members</a>
        </p>
      </Form>
    </section>
  );
}

export function MemberDetail(parts: MemberPage): VNode {
  const { member, formToken, faults } = parts;
  const { id, email, name, role, createdAt, lastSeenAt, isTwoStep } = member;
  return (
    <>
      <FaultSummary faults={faults} />
      <Facts
        rows={[
          ['Email', email],
          ['Name', name],
          ['Id', <Id of={id} />],
          ['Member since', <Moment at={createdAt} />],
          ['Last seen', <Moment at={lastSeenAt} />],
          ['Two-step sign-in', isTwoStep ? 'on' : 'off'],
        ]}
      />
      <section aria-labelledby="role-of">
        <h2 id="role-of">Role</h2>
        <Form className="panel" action={`${MEMBERS}/${id}`} formToken={formToken}>
          <Select name="role" label="Role" value={role} fault={faults['role']} options={ROLE_OPTIONS} />
          <button>Change the role</button>
        </Form>
      </section>
      {isTwoStep && (
        <section aria-labelledby="factor-of">
          <h2 id="factor-of">Two-step sign-in</h2>
          <p>
            For a member who has lost phone and recovery codes, once you have verified who asks: after this the password
            alone is enough.
          </p>
          <Form action={`${MEMBERS}/${id}/second-factor`} formToken={formToken}>
            <button class="danger">Turn it off for {email}</button>
          </Form>
        </section>
      )}
      <Remove {...parts} />
    </>
  );
}
