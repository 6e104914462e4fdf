import type { VNode } from 'preact';
import type { PartnerPerson } from '../../../db/administration/partner-people';
import { Badge, FaultSummary, Field, Form, Hidden, Internal, Moment, Table } from '../../parts';
import type { Faults } from '../../forms/read-form';
import { NETWORK } from './network-page';

/** Where people of a partner are invited. */
const peoplePath = (partnerId: string): string => `${NETWORK}/partners/${partnerId}/people`;

interface PeoplePage {
  people: readonly PartnerPerson[];
  partnerId: string;
  entered: { email: string; name: string };
  faults: Faults;
  formToken: string;
}

function SwitchPersonForm({
  of: person,
  partnerId,
  formToken,
}: Pick<PeoplePage, 'partnerId' | 'formToken'> & { of: PartnerPerson }): VNode {
  const isDisabled = person.disabledAt !== null;
  return (
    <Form action={`${peoplePath(partnerId)}/switch`} formToken={formToken} className="inline">
      <Internal name="user" value={person.id} />
      <Hidden name="disable" value={isDisabled ? 'no' : 'yes'} />
      <button class="quiet small">
        {isDisabled ? 'Enable' : 'Disable'}
        <span class="hidden">{` ${person.email}`}</span>
      </button>
    </Form>
  );
}

/** People of a partner who use the console, with a form to invite one. */
export function PartnerPeople({ people, partnerId, entered, faults, formToken }: PeoplePage): VNode {
  return (
    <section aria-labelledby="people">
      <h2 id="people">People</h2>
      <Table
        name="People of the partner"
        rows={people}
        empty="No users yet."
        columns={[
          { name: 'Email', cell: ({ email }) => email },
          { name: 'Name', isExtra: true, cell: ({ name }) => name },
          {
            name: 'State',
            cell: ({ disabledAt }) =>
              disabledAt === null ? <Badge tone="good">enabled</Badge> : <Badge tone="bad">disabled</Badge>,
          },
          { name: 'Two-step sign-in', isExtra: true, cell: ({ isTwoStep }) => (isTwoStep ? 'on' : 'off') },
          { name: 'Last seen', isExtra: true, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          { name: 'Access', cell: (person) => <SwitchPersonForm of={person} {...{ partnerId, formToken }} /> },
        ]}
      />
      <FaultSummary faults={faults} />
      <Form className="panel" action={peoplePath(partnerId)} formToken={formToken}>
        <Field
          name="email"
          type="email"
          label="Email"
          hint="The user sees this partner only. Copy the link and send it to the person."
          value={entered.email}
          fault={faults['email']}
          autocomplete="off"
        />
        <Field name="name" label="Name of the person" value={entered.name} fault={faults['name']} autocomplete="off" />
        <button>Create link</button>
      </Form>
    </section>
  );
}
