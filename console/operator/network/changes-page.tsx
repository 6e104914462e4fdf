import type { VNode } from 'preact';
import type { PartnerPerson } from '../../../db/administration/partner-people';
import type { PartnerRow, RouteRow } from '../../../db/administration/settlement-network';
import type { Certificate } from '../../../db/payments/dispatch/certificates';
import type { FlaggedFile } from '../../../db/operator-flags';
import type { OfferedByRefusal } from '../../../db/payments/reports/offered-rules';
import type { DispatchHour } from '../../../db/payments/dispatch/dispatch-hours';
import { adapterOf } from '../../../domain/payments/dispatch/adapters';
import { AUTH_MODES } from '../../../domain/payments/dispatch/partner-settings';
import {
  Badge,
  Checkbox,
  Facts,
  FaultSummary,
  Field,
  Form,
  Id,
  Moment,
  Notice,
  Reason,
  Select,
  fieldsOf,
} from '../../parts';
import type { Faults } from '../../forms/read-form';
import { Certificates, NOT_EXAMINABLE, CertificateWaiver } from '../../network/certificates';
import { BreakerState } from '../../network/breaker-state';
import { NETWORK } from './network-page';
import { ProfileRules } from '../../network/profile-rules';
import { PartnerCalls } from '../../network/partner-calls';
import { FlaggedFiles } from './flagged-files';
import { OfferedRules } from './offered-rules';
import { PartnerPeople } from './partner-people';
import { MoreRouteFields, RouteFields, type EnteredRoute } from './route-fields';

function SwitchLinks({
  kind,
  id,
  isDisabled,
}: {
  kind: 'partners' | 'routes';
  id: string;
  isDisabled: boolean;
}): VNode {
  return (
    <p class="actions">
      <a class="button quiet" href={`${NETWORK}/${kind}/${id}/${isDisabled ? 'enable' : 'disable'}`}>
        {isDisabled ? 'Enable' : 'Disable'}
      </a>
      <a href={NETWORK}>All partners and routes</a>
    </p>
  );
}

/** Payments without an outcome at a disabled partner, whose reports are refused. */
function stillThere(underway: number): string {
  const payments = underway === 1 ? '1 payment' : `${underway} payments`;
  return `It has ${payments} without an outcome. Its reports on them are refused while it is disabled.`;
}

/**
 * The command that runs the laboratory on a partner, or why it cannot.
 * Source: docs/GAPS.md#P20
 */
function ExaminationHint({ of: { id, environment, adapter } }: { of: PartnerRow }): VNode {
  const examination = adapterOf({ adapter })?.examination ?? null;
  if (examination === null) return <>{NOT_EXAMINABLE}</>;
  const isTwin = examination === 'twin' && environment === 'live';
  return (
    <>
      <code>{`corridor partners certify --partner ${id}${isTwin ? ' --test-partner PARTNER' : ''}`}</code> examines it
      {isTwin && ", through a partner of the test side at the bank's test environment"}
      {examination === 'itself' && '; a live one must be disabled'}.
    </>
  );
}

type BankPart = Parameters<typeof ProfileRules>[0] & {
  offered: readonly OfferedByRefusal[];
  flagged: readonly FlaggedFile[];
};

/** A bank by files: files that need a person, its rules, and rules that its rejections suggest. */
function BankByFiles(page: BankPart & { id: string; formToken: string; needsCertificate: boolean }): VNode {
  const { bank, at, flagged, offered, id, formToken, needsCertificate } = page;
  const action = `${NETWORK}/partners/${id}/rules/new`;
  return (
    <>
      <FlaggedFiles files={flagged} />
      <ProfileRules {...{ bank, at }} />
      {offered.length > 0 && <OfferedRules {...{ offered, formToken, needsCertificate, action }} />}
    </>
  );
}

interface ChangePage {
  faults: Faults;
  formToken: string;
}

export interface PartnerPage extends ChangePage {
  partner: PartnerRow;
  underway: number;
  entered: Readonly<Record<string, string>>;
  /** The calls of each hour since then. */
  hours: readonly DispatchHour[];
  since: Date;
  people: readonly PartnerPerson[];
  /** The newest reports of the laboratory. */
  certificates: readonly Certificate[];
  /** Hash of the settings that it has now. */
  settings: string;
  /** Settings of a bank by files, and now; null for other partners. */
  bank: BankPart | null;
}

export function ChangePartner(page: PartnerPage): VNode {
  const { partner, hours, since, underway, entered, faults, formToken, people, certificates, settings } = page;
  const { id, adapter, environment, disabledAt, waiting, inFlight, openInquiries, createdAt } = partner;
  const field = fieldsOf(entered, faults);
  return (
    <>
      {disabledAt !== null && <Notice tone="wait">{stillThere(underway)}</Notice>}
      <Facts
        rows={[
          ['Id', <Id of={id} />],
          ['Side', <Badge>{environment}</Badge>],
          ['Adapter', adapter],
          ['Made', <Moment at={createdAt} />],
          ['Payments that it has', `${underway} without an outcome`],
          ['Payments that wait', `${waiting}, ${inFlight} being sent, ${openInquiries} in doubt`],
          ['Breaker', <BreakerState of={partner} />],
          ['State', disabledAt === null ? <Badge tone="good">enabled</Badge> : <Badge tone="bad">disabled</Badge>],
        ]}
      />
      <SwitchLinks kind="partners" id={id} isDisabled={disabledAt !== null} />
      <PartnerCalls {...{ hours, since }} />
      {page.bank !== null && (
        <BankByFiles
          {...page.bank}
          {...{ id, formToken }}
          needsCertificate={environment === 'live' && disabledAt === null}
        />
      )}
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <FaultSummary faults={faults} />
        <Form className="panel" action={`${NETWORK}/partners/${id}`} formToken={formToken}>
          <Field {...field('name')} label="Name" />
          {adapterOf(partner)?.hasAddress === true && (
            <Field {...field('url')} type="url" label="Address" hint="https when the partner is live." />
          )}
          <Select
            {...field('authMode')}
            label="How it signs in"
            options={AUTH_MODES.map((mode) => [mode, mode] as const)}
          />
          {environment === 'live' && disabledAt === null && (
            <CertificateWaiver
              isChecked={entered['withoutCertificate'] === 'yes'}
              fault={faults['withoutCertificate']}
            />
          )}
          {(openInquiries + inFlight > 0 || faults['despiteDoubt'] !== undefined) && (
            <Checkbox
              name="despiteDoubt"
              value="yes"
              label="Move it although payments there are in doubt, for the reason below"
              checked={entered['despiteDoubt'] === 'yes'}
            />
          )}
          <Reason value={entered['reason']} fault={faults['reason']} />
          <button>Save the settings</button>
        </Form>
      </section>
      <PartnerPeople {...{ people, formToken }} faults={{}} entered={{ email: '', name: '' }} partnerId={id} />
      <Certificates of={certificates} settings={settings}>
        <ExaminationHint of={partner} />
      </Certificates>
    </>
  );
}

export function ChangeRoute(page: ChangePage & { route: RouteRow; entered: EnteredRoute }): VNode {
  const { route, entered, faults, formToken } = page;
  const { id, partnerId, partnerName, environment, enabled, isPartnerEnabled } = route;
  return (
    <>
      {!isPartnerEnabled && <Notice tone="wait">The partner is disabled: this route gets no payment.</Notice>}
      <Facts
        rows={[
          ['Id', <Id of={id} />],
          ['Partner', <a href={`${NETWORK}/partners/${partnerId}`}>{partnerName}</a>],
          ['Side', <Badge>{environment}</Badge>],
          ['State', enabled ? <Badge tone="good">enabled</Badge> : <Badge tone="bad">disabled</Badge>],
        ]}
      />
      <SwitchLinks kind="routes" id={id} isDisabled={!enabled} />
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <FaultSummary faults={faults} />
        <Form className="panel" action={`${NETWORK}/routes/${id}`} formToken={formToken}>
          <Field name="channel" label="Channel" value={entered.fields['channel'] ?? ''} fault={faults['channel']} />
          <RouteFields entered={entered} faults={faults} />
          <MoreRouteFields entered={entered} faults={faults} />
          <Reason value={entered.fields['reason']} fault={faults['reason']} />
          <button>Save the settings</button>
        </Form>
      </section>
    </>
  );
}
