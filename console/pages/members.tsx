import type { VNode } from 'preact';
import type { Invitation } from '../../db/auth/invitations';
import type { Member } from '../../db/auth/members';
import { ACCOUNT_ROLES, ROLE_MEANINGS } from '../../domain/auth/users';
import {
  Badge,
  Facts,
  FaultSummary,
  Field,
  Form,
  Hidden,
  Id,
  Moment,
  NewPassword,
  Notice,
  Select,
  Table,
} from '../parts';
import type { Faults } from '../read-form';

/** The people of an account. */
export const MEMBERS = '/console/members';
/** Where the link of an invitation leads. */
export const JOIN = '/console/join';

const ROLE_OPTIONS = ACCOUNT_ROLES.map((role) => [role, `${role}: ${ROLE_MEANINGS[role]}`] as const);

const DONE: Readonly<Record<string, string>> = {
  role: 'The new role is in force.',
  removed: 'The member was removed and signed out everywhere.',
  withdrawn: 'The invitation was withdrawn: its link opens nothing any more.',
};

export interface MembersPage {
  members: readonly Member[];
  invitations: readonly Invitation[];
  mayManage: boolean;
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
      <h2 id="invite">Invite somebody</h2>
      <FaultSummary faults={faults} />
      <Form className="panel" action={MEMBERS} formToken={formToken}>
        <Field
          name="email"
          type="email"
          label="Email"
          hint="You get a link and hand it over yourself; no message is sent."
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

export function Members(page: MembersPage): VNode {
  const message = page.done === null ? undefined : DONE[page.done];
  return (
    <>
      {message !== undefined && <Notice tone="good">{message}</Notice>}
      <People {...page} />
      <Invitations {...page} />
      {page.mayManage ? <Invite {...page} /> : <p>Owners of the account invite people and change roles.</p>}
    </>
  );
}

export function MemberDetail(parts: { member: Member; formToken: string; faults: Faults }): VNode {
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
      <section aria-labelledby="remove">
        <h2 id="remove">Remove from the account</h2>
        <p>
          {name} is signed out everywhere at once. Keys that {name} made go on working: revoke those that should not.
        </p>
        <Form action={`${MEMBERS}/${id}/remove`} formToken={formToken}>
          <p class="actions">
            <button class="danger">Remove {email}</button>
            <a href={MEMBERS}>Back to the members</a>
          </p>
        </Form>
      </section>
    </>
  );
}

export interface JoinPage {
  accountName: string;
  email: string;
  role: string;
  /** Of the link. */
  token: string;
  entered: { name: string };
  formToken: string;
  faults: Faults;
}

export function Join({ accountName, email, role, token, entered, formToken, faults }: JoinPage): VNode {
  return (
    <div class="narrow">
      <p>
        You are invited to the account <strong>{accountName}</strong> as {role}.
      </p>
      <FaultSummary faults={faults} />
      <Form action={JOIN} formToken={formToken}>
        <Hidden name="token" value={token} />
        <p class="field">
          <label for="email">Email</label>
          <input id="email" type="email" value={email} readonly autocomplete="username" />
        </p>
        <Field name="name" label="Your name" value={entered.name} fault={faults['name']} autocomplete="name" />
        <NewPassword fault={faults['password']} />
        <button>Join</button>
      </Form>
    </div>
  );
}
