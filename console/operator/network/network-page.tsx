import type { VNode } from 'preact';
import type { PartnerRow, RouteRow } from '../../../db/administration/settlement-network';
import { PARTNER_ADAPTERS } from '../../../domain/payments/dispatch/adapters';
import { Badge, FaultSummary, Field, Form, Reason, Select, Table, TextArea, fieldsOf } from '../../parts';
import type { Faults } from '../../forms/read-form';
import { BreakerState } from '../../network/breaker-state';
import { CertificateWaiver } from '../../network/certificates';
import { RouteFields, type EnteredRoute } from './route-fields';

/** Where partners and routes are. */
export const NETWORK = '/console/operator/network';

function SwitchLink({ kind, id, isDisabled }: { kind: string; id: string; isDisabled: boolean }): VNode {
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
        <Table
          name="Partners"
          rows={partners}
          empty={
            <>
              There is no partner yet. A partner is a bank or payment service that receives payments.{' '}
              <a href={`${NETWORK}/partners/new`}>Add one</a>, or run <code>corridor partners create</code>;{' '}
              <a href="/docs/guides/partner">the guide</a> shows what it has to answer.
            </>
          }
          columns={[
            { name: 'Partner', cell: ({ id, name }) => <a href={`${NETWORK}/partners/${id}`}>{name}</a> },
            { name: 'Side', cell: ({ environment }) => <Badge tone="plain">{environment}</Badge> },
            { name: 'Health', cell: (one) => <BreakerState of={one} /> },
            { name: 'Adapter', isExtra: true, cell: ({ adapter, authMode }) => `${adapter}, ${authMode}` },
            {
              name: 'Payments',
              cell: ({ id, disabledAt }) => <SwitchLink kind="partners" id={id} isDisabled={disabledAt !== null} />,
            },
          ]}
        />
        <p class="actions">
          <a class="button" href={`${NETWORK}/partners/new`}>
            Add a partner
          </a>
          <a href="/console/operator#partners">Keys and secrets of partners</a>
        </p>
      </section>
      <section aria-labelledby="routes">
        <h2 id="routes">Routes</h2>
        <Table
          name="Routes"
          rows={routes}
          empty="There is no route yet. A route says which currencies, countries and timelines a partner serves, and its fee; no payment is sent without one."
          columns={[
            {
              name: 'Route',
              cell: ({ id, partnerName, channel }) => (
                <a href={`${NETWORK}/routes/${id}`}>{`${partnerName}, ${channel}`}</a>
              ),
            },
            { name: 'Side', isExtra: true, cell: ({ environment }) => <Badge tone="plain">{environment}</Badge> },
            { name: 'Currencies', cell: ({ currencies }) => currencies.join(', ') },
            { name: 'Countries', isExtra: true, cell: ({ countries }) => countries.join(', ') },
            { name: 'Timelines', isExtra: true, cell: ({ timelines }) => timelines.join(', ') },
            { name: 'Fee', isExtra: true, cell: ({ feeFixed, feeBps }) => `${feeFixed} + ${feeBps} bp` },
            { name: 'Priority', isExtra: true, isNumber: true, cell: ({ priority }) => priority },
            {
              name: 'Payments',
              cell: ({ id, enabled }) => <SwitchLink kind="routes" id={id} isDisabled={!enabled} />,
            },
          ]}
        />
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
  /** Whether it is enabled by a passed report of the laboratory, or in spite of there being none. */
  needsCertificate: boolean;
  isWaived: boolean;
  /** Payments that a partner has and that have no outcome. */
  underway: number;
  action: string;
  faults: Faults;
  formToken: string;
}

export function SwitchForm(page: SwitchPage): VNode {
  const { kind, name, isDisabled, needsCertificate, isWaived, underway, action, faults, formToken } = page;
  return (
    <div class="narrow">
      <p>
        {isDisabled ? (
          <>
            The {kind} <strong>{name}</strong> gets no new payment, within a second.{' '}
            {kind === 'partner'
              ? `Its key and signatures are refused, so its reports are lost unless it repeats them. ${underway} of its payments have no outcome.`
              : 'Payments on this route continue.'}
          </>
        ) : (
          <>
            The {kind} <strong>{name}</strong> gets new payments again.
          </>
        )}
      </p>
      <Form action={action} formToken={formToken}>
        {needsCertificate && <CertificateWaiver isChecked={isWaived} fault={faults['withoutCertificate']} />}
        <Reason fault={faults['reason']} />
        <button
          class={isDisabled ? 'danger' : undefined}
        >{`${isDisabled ? 'Disable' : 'Enable'} the ${kind}`}</button>{' '}
        <a href={NETWORK}>Cancel</a>
      </Form>
    </div>
  );
}

interface CreationPage {
  entered: Record<string, string>;
  faults: Faults;
  formToken: string;
}

const ADAPTERS = Object.values(PARTNER_ADAPTERS).map(({ name, about }) => [name, `${name}: ${about}`] as const);
const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

export function NewPartnerForm({ entered, faults, formToken }: CreationPage): VNode {
  const field = fieldsOf(entered, faults);
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${NETWORK}/partners/new`} formToken={formToken}>
        <Field {...field('name')} label="Name" />
        <Select {...field('environment')} label="Side" options={same(['test', 'live'])} />
        <Select {...field('adapter')} label="Adapter" options={ADAPTERS} />
        <Field
          {...field('url')}
          type="url"
          label="Address"
          hint="Of an http partner; https when it is live."
          required={false}
        />
        <TextArea
          {...field('config')}
          label="Settings"
          hint="JSON settings of the other adapters; see the adapter's guide."
          rows={6}
          required={false}
        />
        <Select {...field('authMode')} label="How it signs in" options={same(['bearer', 'signed'])} />
        <p class="actions">
          <button>Add the partner</button> <a href={NETWORK}>Cancel</a>
        </p>
      </Form>
    </>
  );
}

export function NewRouteForm(page: {
  partners: readonly PartnerRow[];
  entered: EnteredRoute;
  faults: Faults;
  formToken: string;
}): VNode {
  const { partners, entered, faults, formToken } = page;
  return (
    <>
      <FaultSummary faults={faults} />
      <Form className="panel" action={`${NETWORK}/routes/new`} formToken={formToken}>
        <Select
          name="partnerId"
          label="Partner"
          value={entered.fields['partnerId'] ?? ''}
          fault={faults['partnerId']}
          options={partners.map(({ id, name, environment }) => [id, `${name} (${environment})`] as const)}
        />
        <RouteFields entered={entered} faults={faults} />
        <p class="actions">
          <button>Add the route</button> <a href={NETWORK}>Cancel</a>
        </p>
      </Form>
    </>
  );
}
