import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import { UNOWNED_SCOPES } from '../../domain/auth/principal';
import type { Environment } from '../../domain/auth/tenant';
import { ENDPOINT_LIMIT_NAMES } from '../../domain/limits/custom-endpoint-limits';
import type { BucketStatus } from '../../domain/limits/bucket';
import { Field, FaultSummary, figure, Form, Id, Moment } from '../parts';
import type { Faults } from '../forms/read-form';

/** Address of the keys of one side. */
export function keysPath(environment: Environment): string {
  return environment === 'test' ? '/console/keys' : `/console/keys?environment=${environment}`;
}

type State = 'active' | 'expired' | 'revoked';

function stateOf(key: AccountKey, now: Date): State {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

function Gauge({ of: { limit, remaining, period } }: { of: BucketStatus }): VNode {
  const used = limit - remaining;
  const text = `${figure(used)} of ${figure(limit)} used this ${period}`;
  return (
    <li>
      <meter min={0} max={limit} value={used} high={limit * 0.75} optimum={0} aria-label={text} />
      <span>{text}</span>
    </li>
  );
}

/** How full the buckets of a key are. */
function Gauges({ of: key }: { of: AccountKey }): VNode {
  return (
    <ul class="gauges" aria-label={`Usage of ${nameOf(key)}`}>
      {key.bucketStatuses.map((one) => (
        <Gauge key={one.period} of={one} />
      ))}
    </ul>
  );
}

/** Limits of single operations where a key has not the standard ones. */
function operationLimitsOf({ endpointLimits, customEndpointLimits }: AccountKey): string | null {
  if (!endpointLimits) return 'no limits of their own';
  const numbers = ENDPOINT_LIMIT_NAMES.flatMap((name) => {
    const limit = customEndpointLimits[name];
    return limit === undefined ? [] : [`${name} ${figure(limit)} a minute`];
  });
  return numbers.length === 0 ? null : numbers.join(', ');
}

function OperationLimits({ of: key }: { of: AccountKey }): VNode | null {
  const limits = operationLimitsOf(key);
  return limits === null ? null : <p>{`Single operations: ${limits}`}</p>;
}

/** The keys of a side, each with how full its buckets are. */
export function LimitCards({ keys }: { keys: readonly AccountKey[] }): VNode {
  return (
    <ul class="cards">
      {keys.map((key) => (
        <li class="card" key={key.id}>
          <h3>
            {key.label === '' ? <Id of={`…${key.hint}`} /> : key.label} <span class="none">{key.plan}</span>
          </h3>
          <Gauges of={key} />
          <OperationLimits of={key} />
        </li>
      ))}
    </ul>
  );
}

function nameOf({ label, hint }: AccountKey): string {
  return label === '' ? `Key …${hint}` : label;
}

function KeyCard({ of: key, state, mayManage }: { of: AccountKey; state: State; mayManage: boolean }): VNode {
  const name = nameOf(key);
  return (
    <li class={`card ${state}`}>
      <h3>
        {name} <span class={`badge ${key.environment}`}>{key.environment}</span>{' '}
        <span class={`badge ${state}`}>{state}</span>
      </h3>
      <dl>
        <dt>Ends in</dt>
        <dd>
          <code>…{key.hint}</code>
        </dd>
        <dt>Plan</dt>
        <dd>{key.plan}</dd>
        <dt>Created</dt>
        <dd>
          <Moment at={key.createdAt} />
        </dd>
        <dt>Last used</dt>
        <dd>
          <Moment at={key.lastUsedAt} />
        </dd>
        <dt>Expires</dt>
        <dd>
          <Moment at={key.expiresAt} />
        </dd>
        <dt>Scopes</dt>
        <dd>{key.scopes.length === UNOWNED_SCOPES.length ? 'all' : key.scopes.join(', ')}</dd>
      </dl>
      {state === 'active' && <Gauges of={key} />}
      {state === 'active' && <OperationLimits of={key} />}
      {state === 'active' && mayManage && (
        <p class="actions">
          <a class="button quiet" href={`/console/keys/${key.id}/rotate`} aria-label={`Rotate ${name}`}>
            Rotate
          </a>
          <a class="button danger" href={`/console/keys/${key.id}/revoke`} aria-label={`Revoke ${name}`}>
            Revoke
          </a>
        </p>
      )}
    </li>
  );
}

interface NewKeyParts {
  environment: Environment;
  formToken: string;
  faults: Faults;
  label: string;
}

function NewKey({ environment, formToken, faults, label }: NewKeyParts): VNode {
  return (
    <section aria-labelledby="new-key">
      <h2 id="new-key">{`Create a ${environment} key`}</h2>
      <FaultSummary faults={faults} />
      <Form action="/console/keys" formToken={formToken}>
        <input type="hidden" name="environment" value={environment} />
        <Field name="label" label="Label" hint="What the key is for." value={label} fault={faults['label']} />
        <Field
          name="expires"
          type="date"
          label="Expires"
          hint="Optional; the key ends at the start of that day, UTC."
          required={false}
          fault={faults['expires']}
        />
        <fieldset>
          <legend>Scopes</legend>
          <div class="scopes">
            {UNOWNED_SCOPES.map((scope) => (
              <label key={scope}>
                <input type="checkbox" name="scope" value={scope} checked /> {scope}
              </label>
            ))}
          </div>
        </fieldset>
        <button>Create the key</button>
      </Form>
    </section>
  );
}

export interface KeysPage {
  environment: Environment;
  /** Whether keys of that side can be made. */
  isOpen: boolean;
  keys: readonly AccountKey[];
  now: Date;
  mayManage: boolean;
  formToken: string;
  faults: Faults;
  label: string;
}

function Creation({ environment, isOpen, mayManage, formToken, faults, label }: KeysPage): VNode {
  if (!mayManage) return <p>Owners of the account create and revoke keys; on the test side developers can too.</p>;
  if (isOpen) return <NewKey environment={environment} formToken={formToken} faults={faults} label={label} />;
  return (
    <section aria-labelledby="closed">
      <h2 id="closed">The live side is closed</h2>
      <FaultSummary faults={faults} />
      <p>
        Live keys move money. The operator of this service opens the live side of your account; until then everything
        can be tried with test keys, which share nothing with live ones.
      </p>
    </section>
  );
}

export function Keys(page: KeysPage): VNode {
  const { environment, keys, now, mayManage } = page;
  return (
    <>
      <section aria-labelledby="your-keys">
        <h2 id="your-keys">{`Your ${environment} keys`}</h2>
        {keys.length === 0 ? (
          <p class="empty">{`There is no ${environment} key yet. Create one to call the API.`}</p>
        ) : (
          <ul class="cards">
            {keys.map((key) => (
              <KeyCard key={key.id} of={key} state={stateOf(key, now)} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </section>
      <Creation {...page} />
    </>
  );
}
