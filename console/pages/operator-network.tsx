import type { VNode } from 'preact';
import type { HealthRow, PartnerRow, RouteRow } from '../../db/administration/settlement-network';
import { ADAPTER_NAMES } from '../../domain/payments/adapters';
import { TIMELINES } from '../../domain/payments/status';
import { Badge, Checkbox, Empty, FaultSummary, Field, Form, Moment, Select, Table, TextArea } from '../parts';
import type { Faults } from '../read-form';

/** Where partners and routes are. */
export const NETWORK = '/console/operator/network';

function Health({ of: health }: { of: HealthRow }): VNode {
  const { breaker, consecutiveFaults, lastFault, lastSuccessAt, waiting } = health;
  if (breaker !== 'closed') {
    return (
      <>
        <Badge tone={breaker === 'open' ? 'bad' : 'wait'}>{breaker === 'open' ? 'away' : 'probing'}</Badge>{' '}
        {`${lastFault ?? 'no answer'}, ${waiting} wait`}
      </>
    );
  }
  return (
    <>
      <Badge tone={consecutiveFaults === 0 ? 'good' : 'wait'}>{consecutiveFaults === 0 ? 'in order' : 'faults'}</Badge>{' '}
      {`${waiting} wait; answered `}
      <Moment at={lastSuccessAt} />
    </>
  );
}

function Switch({ kind, id, isDisabled }: { kind: string; id: string; isDisabled: boolean }): VNode {
  const act = isDisabled ? 'enable' : 'disable';
  return (
    <a id={id} href={`${NETWORK}/${kind}/${id}/${act}`}>
      {isDisabled ? 'Enable' : 'Disable'}
      <span class="hidden">{` ${id}`}</span>
    </a>
  );
}

export function Network({ partners, routes }: { partners: readonly PartnerRow[]; routes: readonly RouteRow[] }): VNode {
  return (
    <>
      <section aria-labelledby="partners">
        <h2 id="partners">Partners</h2>
        {partners.length === 0 ? (
          <Empty>There is no partner yet.</Empty>
        ) : (
          <Table
            name="Partners"
            rows={partners}
            columns={[
              { name: 'Partner', cell: ({ name }) => name },
              { name: 'Side', cell: ({ environment }) => <Badge tone="plain">{environment}</Badge> },
              { name: 'Health', cell: (one) => <Health of={one} /> },
              { name: 'Adapter', isExtra: true, cell: ({ adapter, authMode }) => `${adapter}, ${authMode}` },
              {
                name: 'Payments',
                cell: ({ id, disabledAt }) => <Switch kind="partners" id={id} isDisabled={disabledAt !== null} />,
              },
            ]}
          />
        )}
        <p class="actions">
          <a class="button" href={`${NETWORK}/partners/new`}>
            Add a partner
          </a>
          <a href="/console/operator#partners">Keys and secrets of partners</a>
        </p>
      </section>
      <section aria-labelledby="routes">
        <h2 id="routes">Routes</h2>
        {routes.length === 0 ? (
          <Empty>There is no route yet.</Empty>
        ) : (
          <Table
            name="Routes"
            rows={routes}
            columns={[
              { name: 'Route', cell: ({ partnerName, channel }) => `${partnerName}, ${channel}` },
              { name: 'Side', isExtra: true, cell: ({ environment }) => <Badge tone="plain">{environment}</Badge> },
              { name: 'Currencies', cell: ({ currencies }) => currencies.join(', ') },
              { name: 'Countries', isExtra: true, cell: ({ countries }) => countries.join(', ') },
              { name: 'Timelines', isExtra: true, cell: ({ timelines }) => timelines.join(', ') },
              { name: 'Fee', isExtra: true, cell: ({ feeFixed, feeBps }) => `${feeFixed} + ${feeBps} bp` },
              { name: 'Priority', isExtra: true, isNumber: true, cell: ({ priority }) => priority },
              {
                name: 'Payments',
                cell: ({ id, enabled }) => <Switch kind="routes" id={id} isDisabled={!enabled} />,
              },
            ]}
          />
        )}
        <p class="actions">
          <a class="button" href={`${NETWORK}/routes/new`}>
            Add a route
          </a>
        </p>
      </section>
    </>
  );
}

export interface SwitchPage {
  kind: 'partner' | 'route';
  name: string;
  isDisabled: boolean;
  action: string;
  faults: Faults;
  formToken: string;
}

export function SwitchForm({ kind, name, isDisabled, action, faults, formToken }: SwitchPage): VNode {
  return (
    <div class="narrow">
      <p>
        {isDisabled ? (
          <>
            The {kind} <strong>{name}</strong> is given no new payment, on every process within a second. What it has
            goes on, and what it reports is still taken.
          </>
        ) : (
          <>
            The {kind} <strong>{name}</strong> is given new payments again.
          </>
        )}
      </p>
      <Form action={action} formToken={formToken}>
        <TextArea name="reason" label="Reason" hint="Kept in the audit log." maxlength={500} fault={faults['reason']} />
        <button
          class={isDisabled ? 'danger' : undefined}
        >{`${isDisabled ? 'Disable' : 'Enable'} the ${kind}`}</button>{' '}
        <a href={NETWORK}>Leave it as it is</a>
      </Form>
    </div>
  );
}

interface CreationPage {
  entered: Record<string, string>;
  faults: Faults;
  formToken: string;
}

const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

export function NewPartner({ entered, faults, formToken }: CreationPage): VNode {
  const common = (name: string) => ({ name, value: entered[name] ?? '', fault: faults[name] });
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${NETWORK}/partners/new`} formToken={formToken}>
        <Field {...common('name')} label="Name" />
        <Select {...common('environment')} label="Side" options={same(['test', 'live'])} />
        <Select {...common('adapter')} label="Adapter" options={same(ADAPTER_NAMES)} />
        <Field
          {...common('url')}
          type="url"
          label="Address"
          hint="Of an http partner; https when it is live."
          required={false}
        />
        <Select {...common('authMode')} label="How it signs in" options={same(['bearer', 'signed'])} />
        <p class="actions">
          <button>Add the partner</button> <a href={NETWORK}>Leave it</a>
        </p>
      </Form>
    </>
  );
}

export function NewRoute(
  page: CreationPage & { partners: readonly PartnerRow[]; timelines: readonly string[] },
): VNode {
  const { entered, faults, formToken, partners, timelines } = page;
  const common = (name: string) => ({ name, value: entered[name] ?? '', fault: faults[name] });
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${NETWORK}/routes/new`} formToken={formToken}>
        <Select
          {...common('partnerId')}
          label="Partner"
          options={partners.map(({ id, name, environment }) => [id, `${name} (${environment})`] as const)}
        />
        <Field {...common('currencies')} label="Currencies" hint="Such as USD, EUR; * for all." />
        <Field {...common('countries')} label="Countries" hint="Such as US, DE; all when empty." required={false} />
        <fieldset aria-describedby={faults['timelines'] === undefined ? undefined : 'timelines-fault'}>
          <legend>Timelines</legend>
          {faults['timelines'] !== undefined && (
            <span class="fault" id="timelines-fault">
              {faults['timelines']}
            </span>
          )}
          {TIMELINES.map((timeline) => (
            <Checkbox
              key={timeline}
              name="timeline"
              value={timeline}
              label={timeline}
              checked={timelines.includes(timeline)}
            />
          ))}
        </fieldset>
        <div class="row">
          <Field {...common('feeFixed')} label="Fixed fee" inputmode="decimal" required={false} />
          <Field {...common('feeBps')} label="Fee in basis points" inputmode="decimal" required={false} />
          <Field {...common('priority')} label="Priority" hint="1 goes first." inputmode="numeric" required={false} />
        </div>
        <p class="actions">
          <button>Add the route</button> <a href={NETWORK}>Leave it</a>
        </p>
      </Form>
    </>
  );
}
