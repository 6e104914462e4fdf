import type { VNode } from 'preact';
import type { Approvals } from '../../domain/auth/approvals';
import type { LockOutEntry } from '../../db/limits/lock-outs';
import type { PartnerEntry } from '../../db/auth/partner-credentials';
import type { Backlog } from '../../db/outbox';
import type { OperatorPulse } from '../../db/payments/review/operator-pulse';
import { EndEarlierForm } from '../network/end-earlier';
import { Form, Hidden, Moment } from '../parts';
import { Attention, type AttentionParts } from './attention';
import { SingleDecisionNotice } from './proposals-page';
import { Pulse } from './pulse';
import { WaitingWork } from './backlog';

function LockedKeyCards({ lockOuts, formToken }: { lockOuts: readonly LockOutEntry[]; formToken: string }): VNode {
  if (lockOuts.length === 0) return <p class="empty">No key is locked out.</p>;
  return (
    <ul class="cards">
      {lockOuts.map((entry) => (
        <li class="card" key={entry.keyId}>
          <h3>{entry.label === '' ? `Key …${entry.hint}` : entry.label}</h3>
          <dl>
            <dt>Account</dt>
            <dd>{entry.accountName === null ? 'a partner' : `${entry.accountName}, ${entry.environment} side`}</dd>
            <dt>Ends in</dt>
            <dd>
              <code>…{entry.hint}</code>
            </dd>
            <dt>Locked until</dt>
            <dd>
              <Moment at={entry.lockedUntil} />
            </dd>
          </dl>
          <Form action={`/console/operator/lock-outs/${entry.keyId}/lift`} formToken={formToken}>
            <button class="quiet">Lift the lock-out</button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

function PartnerCard({ of: partner, formToken }: { of: PartnerEntry; formToken: string }): VNode {
  const isSigned = partner.authMode === 'signed';
  const action = `/console/operator/partners/${partner.id}/end-earlier`;
  return (
    <li class="card">
      <h3>
        {partner.name} <span class={`badge ${partner.environment}`}>{partner.environment}</span>{' '}
        <span class="badge">{isSigned ? 'signed requests' : 'bearer key'}</span>
      </h3>
      <dl>
        <dt>Adapter</dt>
        <dd>{partner.adapter}</dd>
        <dt>Working keys</dt>
        <dd>{partner.liveKeys}</dd>
        <dt>Working signing secrets</dt>
        <dd>{partner.liveSecrets}</dd>
        <dt>Newest secret</dt>
        <dd>
          <Moment at={partner.newestSecretAt} />
        </dd>
      </dl>
      <div class="actions">
        <Form action={`/console/operator/partners/${partner.id}/mode`} formToken={formToken}>
          <Hidden name="authMode" value={isSigned ? 'bearer' : 'signed'} />
          <button class="quiet">{isSigned ? 'Accept the key alone' : 'Require signatures'}</button>
        </Form>
        <a class="button quiet" href={`/console/operator/partners/${partner.id}/rotate-secret`}>
          Rotate the signing secret
        </a>
        <a class="button quiet" href={`/console/operator/partners/${partner.id}/rotate-key`}>
          Rotate the key
        </a>
        {partner.liveSecrets > 1 && <EndEarlierForm {...{ action, formToken }} what="secret" />}
        {partner.liveKeys > 1 && <EndEarlierForm {...{ action, formToken }} what="key" />}
      </div>
    </li>
  );
}

function PartnerCards({ partners, formToken }: { partners: readonly PartnerEntry[]; formToken: string }): VNode {
  if (partners.length === 0) return <p class="empty">There is no partner yet.</p>;
  return (
    <ul class="cards">
      {partners.map((partner) => (
        <PartnerCard key={partner.id} of={partner} formToken={formToken} />
      ))}
    </ul>
  );
}

export interface OperatorPage extends AttentionParts {
  approvals: Approvals;
  backlog: readonly Backlog[];
  pulse: OperatorPulse;
  lockOuts: readonly LockOutEntry[];
  credentials: readonly PartnerEntry[];
}

export function OperatorOverview(page: OperatorPage): VNode {
  const { approvals, backlog, pulse, lockOuts, credentials, ...attention } = page;
  const { formToken, roles, now } = attention;
  const isAdministrator = roles.includes('administration');
  return (
    <>
      <section aria-labelledby="attention">
        <h2 id="attention">Needs attention</h2>
        <Attention {...attention} />
        <SingleDecisionNotice approvals={approvals} />
      </section>
      <Pulse {...{ pulse, backlog, now }} />
      <section aria-labelledby="waiting">
        <h2 id="waiting">Items waiting for Temporal</h2>
        <WaitingWork backlog={backlog} />
      </section>
      {isAdministrator && (
        <section aria-labelledby="lock-outs">
          <h2 id="lock-outs">Lock-outs</h2>
          <LockedKeyCards lockOuts={lockOuts} formToken={formToken} />
        </section>
      )}
      {isAdministrator && (
        <section aria-labelledby="partners">
          <h2 id="partners">Settlement partners</h2>
          <PartnerCards partners={credentials} formToken={formToken} />
        </section>
      )}
    </>
  );
}
