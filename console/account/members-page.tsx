import type { VNode } from 'preact';
import type { MadeKey } from '../../db/auth/account-keys';
import type { Invitation } from '../../db/auth/invitations';
import type { Member } from '../../db/auth/members';
import { ACCOUNT_ROLES } from '../../domain/auth/users';
import {
  Badge,
  Checkbox,
  Facts,
  FaultSummary,
  Field,
  Form,
  Hidden,
  Id,
  Internal,
  Moment,
  Select,
  Table,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { SECURITY } from '../auth/security-page';
import { useWords, wordFor, type Words } from '../words/use-words';

/** The people of an account. */
export const MEMBERS = '/console/members';

const roleOptions = ({ roles, meanings, roleOption }: Words['members']) =>
  ACCOUNT_ROLES.map((role) => [role, roleOption({ role: roles[role], meaning: meanings[role] })] as const);

function RoleBadge({ role }: { role: string }): VNode {
  return <Badge>{wordFor(useWords().members.roles, role) ?? role}</Badge>;
}

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
}

function MembersTable({ members, mayManage }: Pick<MembersPage, 'members' | 'mayManage'>): VNode {
  const { common, layout, members: words } = useWords();
  return (
    <Table
      name={layout.places.members}
      rows={members}
      columns={[
        {
          name: words.email,
          cell: ({ id, email }) => (mayManage ? <a href={`${MEMBERS}/${id}`}>{email}</a> : email),
        },
        { name: common.name, isExtra: true, cell: ({ name }) => name },
        { name: words.role, cell: ({ role }) => <RoleBadge role={role} /> },
        { name: words.twoStep, isExtra: true, cell: ({ isTwoStep }) => (isTwoStep ? words.on : words.off) },
        { name: words.lastSeen, isExtra: true, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
      ]}
    />
  );
}

function WithdrawButton({ of: invitation, formToken }: { of: Invitation; formToken: string }): VNode {
  const { invitations: words } = useWords().members;
  return (
    <Form action={`${MEMBERS}/withdraw`} formToken={formToken} className="inline">
      <Internal name="invitation" value={invitation.id} />
      <button class="quiet small">
        {words.withdraw}
        <span class="hidden">{words.ofPerson({ email: invitation.email })}</span>
      </button>
    </Form>
  );
}

function Invitations({ invitations, mayManage, formToken }: MembersPage): VNode | null {
  const { members: words } = useWords();
  if (invitations.length === 0) return null;
  const act = {
    name: words.invitations.invitation,
    cell: (one: Invitation) => <WithdrawButton of={one} formToken={formToken} />,
  };
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{words.invitations.title}</h2>
      <Table
        name={words.invitations.name}
        rows={invitations}
        columns={[
          { name: words.email, cell: ({ email }) => email },
          { name: words.role, isExtra: true, cell: ({ role }) => <RoleBadge role={role} /> },
          { name: words.invitations.linkUntil, isExtra: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          ...(mayManage ? [act] : []),
        ]}
      />
    </section>
  );
}

function InviteForm({ entered, faults, formToken }: MembersPage): VNode {
  const { members: words } = useWords();
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{words.invitations.invite}</h2>
      <FaultSummary faults={faults} />
      <Form className="panel" action={MEMBERS} formToken={formToken}>
        <Field
          name="email"
          type="email"
          label={words.email}
          hint={words.invitations.handOver}
          value={entered.email}
          fault={faults['email']}
          autocomplete="off"
        />
        <Select
          name="role"
          label={words.role}
          value={entered.role}
          fault={faults['role']}
          options={roleOptions(words)}
        />
        <button>{words.invitations.makeLink}</button>
      </Form>
    </section>
  );
}

/** Whether every member must sign in with a second factor, with the button that changes it. */
function TwoStepRequirement({ isRequired, isTwoStep, formToken }: MembersPage): VNode {
  const action = `${MEMBERS}/two-step`;
  const { twoStep, requirement: words } = useWords().members;
  return (
    <section aria-labelledby="two-step">
      <h2 id="two-step">{twoStep}</h2>
      <p>{isRequired ? words.everyMember : words.eachDecides}</p>
      {isRequired || isTwoStep ? (
        <Form {...{ action, formToken }} className="inline">
          <Hidden name="required" value={isRequired ? 'no' : 'yes'} />
          <button class="quiet">{isRequired ? words.stop : words.require}</button>
        </Form>
      ) : (
        <p>{words.yourselfFirst({ link: (text) => <a href={SECURITY}>{text}</a> })}</p>
      )}
    </section>
  );
}

export function Members(page: MembersPage): VNode {
  const { members: words } = useWords();
  return (
    <>
      <MembersTable {...page} />
      <Invitations {...page} />
      {page.mayManage && <TwoStepRequirement {...page} />}
      {page.mayManage ? <InviteForm {...page} /> : <p>{words.ownersInvite}</p>}
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

/** Checkboxes for the API keys that the member created and may have copied. */
function CreatedKeyChoices({ name, keys }: { name: string; keys: readonly MadeKey[] }): VNode {
  const {
    keys: { sides },
    members: { remove: words },
  } = useWords();
  return (
    <fieldset>
      <legend>{words.keys({ name })}</legend>
      <p>{words.mayHaveCopies({ name })}</p>
      {keys.map(({ id, environment, label, hint }) => (
        <Checkbox key={id} name="key" value={id} label={words.revokeKey({ side: sides[environment], label, hint })} />
      ))}
    </fieldset>
  );
}

function RemoveForm({ member: { id, email, name }, keys, formToken }: MemberPage): VNode {
  const { remove: words } = useWords().members;
  return (
    <section aria-labelledby="remove">
      <h2 id="remove">{words.title}</h2>
      <p>{words.signedOut({ name })}</p>
      <Form action={`${MEMBERS}/${id}/remove`} formToken={formToken}>
        {keys.length > 0 && <CreatedKeyChoices name={name} keys={keys} />}
        <p class="actions">
          <button class="danger">{words.person({ email })}</button>
          <a href={MEMBERS}>{words.back}</a>
        </p>
      </Form>
    </section>
  );
}

export function MemberDetail(parts: MemberPage): VNode {
  const { common, members: words } = useWords();
  const { member, formToken, faults } = parts;
  const { id, email, name, role, createdAt, lastSeenAt, isTwoStep } = member;
  return (
    <>
      <FaultSummary faults={faults} />
      <Facts
        rows={[
          [words.email, email],
          [common.name, name],
          [words.id, <Id of={id} />],
          [words.since, <Moment at={createdAt} />],
          [words.lastSeen, <Moment at={lastSeenAt} />],
          [words.twoStep, isTwoStep ? words.on : words.off],
        ]}
      />
      <section aria-labelledby="role-of">
        <h2 id="role-of">{words.role}</h2>
        <Form className="panel" action={`${MEMBERS}/${id}`} formToken={formToken}>
          <Select name="role" label={words.role} value={role} fault={faults['role']} options={roleOptions(words)} />
          <button>{words.changeRole}</button>
        </Form>
      </section>
      {isTwoStep && (
        <section aria-labelledby="factor-of">
          <h2 id="factor-of">{words.twoStep}</h2>
          <p>{words.lostFactor}</p>
          <Form action={`${MEMBERS}/${id}/second-factor`} formToken={formToken}>
            <button class="danger">{words.turnOffFor({ email })}</button>
          </Form>
        </section>
      )}
      <RemoveForm {...parts} />
    </>
  );
}
