import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import { UNOWNED_SCOPES } from '../../domain/auth/principal';
import type { Environment } from '../../domain/auth/tenant';
import { ENDPOINT_LIMIT_NAMES } from '../../domain/limits/custom-endpoint-limits';
import type { BucketStatus } from '../../domain/limits/bucket';
import { Field, FaultSummary, Form, Id, Moment } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords, type Words } from '../words/use-words';

/** Address of the keys of one side. */
export function keysPath(environment: Environment): string {
  return environment === 'test' ? '/console/keys' : `/console/keys?environment=${environment}`;
}

type State = 'active' | 'expired' | 'revoked';

function stateOf(key: AccountKey, now: Date): State {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

function BucketMeter({ of: { limit, remaining, period } }: { of: BucketStatus }): VNode {
  const used = limit - remaining;
  const text = useWords().keys.used[period]({ used, limit });
  return (
    <li>
      <meter min={0} max={limit} value={used} high={limit * 0.75} optimum={0} aria-label={text} />
      <span>{text}</span>
    </li>
  );
}

/** The use of each rate limit of a key. */
function BucketMeters({ of: key }: { of: AccountKey }): VNode {
  const { keys: words } = useWords();
  return (
    <ul class="gauges" aria-label={words.usageOf({ key: nameOf(key, words) })}>
      {key.bucketStatuses.map((one) => (
        <BucketMeter key={one.period} of={one} />
      ))}
    </ul>
  );
}

/** The limits of single operations that differ from the standard ones, in words; null if there are none. */
function customLimitsText({ endpointLimits, customEndpointLimits }: AccountKey, words: Words['keys']): string | null {
  if (!endpointLimits) return words.noOwnLimits;
  const numbers = ENDPOINT_LIMIT_NAMES.flatMap((name) => {
    const limit = customEndpointLimits[name];
    return limit === undefined ? [] : [words.perMinute({ operation: name, limit })];
  });
  return numbers.length === 0 ? null : numbers.join(', ');
}

function OperationLimits({ of: key }: { of: AccountKey }): VNode | null {
  const { keys: words } = useWords();
  const limits = customLimitsText(key, words);
  return limits === null ? null : <p>{words.singleOperations({ limits })}</p>;
}

/** The keys of a side, each with the use of its rate limits. */
export function LimitCards({ keys }: { keys: readonly AccountKey[] }): VNode {
  return (
    <ul class="cards">
      {keys.map((key) => (
        <li class="card" key={key.id}>
          <h3>
            {key.label === '' ? <Id of={`…${key.hint}`} /> : key.label} <span class="none">{key.plan}</span>
          </h3>
          <BucketMeters of={key} />
          <OperationLimits of={key} />
        </li>
      ))}
    </ul>
  );
}

function nameOf({ label, hint }: AccountKey, words: Words['keys']): string {
  return label === '' ? words.keyEnding({ hint }) : label;
}

function KeyCard({ of: key, state, mayManage }: { of: AccountKey; state: State; mayManage: boolean }): VNode {
  const { keys: words } = useWords();
  const { facts } = words;
  const name = nameOf(key, words);
  return (
    <li class={`card ${state}`}>
      <h3>
        {name} <span class={`badge ${key.environment}`}>{words.sides[key.environment]}</span>{' '}
        <span class={`badge ${state}`}>{words.states[state]}</span>
      </h3>
      <dl>
        <dt>{facts.endsIn}</dt>
        <dd>
          <code>…{key.hint}</code>
        </dd>
        <dt>{facts.plan}</dt>
        <dd>{key.plan}</dd>
        <dt>{facts.created}</dt>
        <dd>
          <Moment at={key.createdAt} />
        </dd>
        <dt>{facts.lastUsed}</dt>
        <dd>
          <Moment at={key.lastUsedAt} />
        </dd>
        <dt>{facts.expires}</dt>
        <dd>
          <Moment at={key.expiresAt} />
        </dd>
        <dt>{facts.scopes}</dt>
        <dd>{key.scopes.length === UNOWNED_SCOPES.length ? words.allScopes : key.scopes.join(', ')}</dd>
      </dl>
      {state === 'active' && <BucketMeters of={key} />}
      {state === 'active' && <OperationLimits of={key} />}
      {state === 'active' && mayManage && (
        <p class="actions">
          <a class="button quiet" href={`/console/keys/${key.id}/rotate`} aria-label={words.rotateNamed({ key: name })}>
            {words.rotate}
          </a>
          <a
            class="button danger"
            href={`/console/keys/${key.id}/revoke`}
            aria-label={words.revokeNamed({ key: name })}
          >
            {words.revoke}
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

function NewKeyForm({ environment, formToken, faults, label }: NewKeyParts): VNode {
  const { keys: words } = useWords();
  return (
    <section aria-labelledby="new-key">
      <h2 id="new-key">{words.create({ side: words.sides[environment] })}</h2>
      <FaultSummary faults={faults} />
      <Form action="/console/keys" formToken={formToken}>
        <input type="hidden" name="environment" value={environment} />
        <Field name="label" label={words.label} hint={words.labelHint} value={label} fault={faults['label']} />
        <Field
          name="expires"
          type="date"
          label={words.facts.expires}
          hint={words.expiresHint}
          required={false}
          fault={faults['expires']}
        />
        <fieldset>
          <legend>{words.facts.scopes}</legend>
          <div class="scopes">
            {UNOWNED_SCOPES.map((scope) => (
              <label key={scope}>
                <input type="checkbox" name="scope" value={scope} checked /> {scope}
              </label>
            ))}
          </div>
        </fieldset>
        <button>{words.createTheKey}</button>
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

/** The form that creates a key, or why the visitor cannot use it. */
function CreationSection({ environment, isOpen, mayManage, formToken, faults, label }: KeysPage): VNode {
  const { keys: words } = useWords();
  if (!mayManage) return <p>{words.ownersCreate}</p>;
  if (isOpen) return <NewKeyForm environment={environment} formToken={formToken} faults={faults} label={label} />;
  return (
    <section aria-labelledby="closed">
      <h2 id="closed">{words.liveIsClosed}</h2>
      <FaultSummary faults={faults} />
      <p>{words.liveOpensLater}</p>
    </section>
  );
}

export function Keys(page: KeysPage): VNode {
  const { environment, keys, now, mayManage } = page;
  const { keys: words } = useWords();
  const side = words.sides[environment];
  return (
    <>
      <section aria-labelledby="your-keys">
        <h2 id="your-keys">{words.yourKeys({ side })}</h2>
        {keys.length === 0 ? (
          <p class="empty">{words.noneYet({ side })}</p>
        ) : (
          <ul class="cards">
            {keys.map((key) => (
              <KeyCard key={key.id} of={key} state={stateOf(key, now)} mayManage={mayManage} />
            ))}
          </ul>
        )}
      </section>
      <CreationSection {...page} />
    </>
  );
}
