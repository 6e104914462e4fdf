import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import { Form } from '../parts';
import { keysPath } from './keys-page';

/** A text to be copied, hidden from who looks over the shoulder. */
export function Secret({ id, name, secret }: { id: string; name: string; secret: string }): VNode {
  return (
    <p class="secret">
      <label for={id}>{name}</label>
      <input id={id} class="code" readonly value={secret} data-secret autocomplete="off" spellcheck={false} />
      <button type="button" class="quiet" data-copy={id} hidden>
        Copy
      </button>
      <span role="status" data-copied={id} />
    </p>
  );
}

const KEEP_IT = 'Copy it now and store it where only your service can read it.';

/** Shows a new secret once: a key, a partner's signing secret, or a link. */
interface ShownParts {
  secret: string;
  what: string;
  back: string;
  advice?: string;
  /** What else is to be known of it. */
  note?: string | null;
}

export function ShownOnce(parts: ShownParts): VNode {
  const { secret, what, back, advice = KEEP_IT, note = null } = parts;
  return (
    <>
      <p class="notice" role="status">
        This is the only time the {what} is shown. {advice} {note}
      </p>
      <Secret id="secret" name={`New ${what}`} secret={secret} />
      <p>
        <a class="button" href={back}>
          I have copied it
        </a>
      </p>
    </>
  );
}

/** Shows several new secrets once, by name. */
export function ShownSecrets({ secrets, back }: { secrets: Record<string, string>; back: string }): VNode {
  return (
    <>
      <p class="notice" role="status">
        These are shown only now. Copy them and hand them over in private.
      </p>
      {Object.entries(secrets).map(([name, secret], index) => (
        <Secret key={name} id={`secret-${index}`} name={name} secret={secret} />
      ))}
      <p>
        <a class="button" href={back}>
          I have copied them
        </a>
      </p>
    </>
  );
}

export function RevokeKey({ of: key, formToken }: { of: AccountKey; formToken: string }): VNode {
  return (
    <div class="narrow">
      <p>
        The {key.environment} key <strong>{key.label}</strong> (<code>…{key.hint}</code>) stops working at once,
        everywhere. This cannot be undone.
      </p>
      <Form action={`/console/keys/${key.id}/revoke`} formToken={formToken}>
        <button class="danger">Revoke the key</button> <a href={keysPath(key.environment)}>Keep it</a>
      </Form>
    </div>
  );
}

/** For how long the old one goes on beside the new one. */
export const OVERLAPS = [
  { hours: 0, name: 'none: the old one ends at once' },
  { hours: 1, name: '1 hour' },
  { hours: 24, name: '1 day' },
  { hours: 168, name: '7 days' },
];

/** Hours for which the old key stays valid; the form offers exactly the accepted values. */
export const OVERLAP_HOURS: readonly number[] = OVERLAPS.map(({ hours }) => hours);

function Overlap(): VNode {
  return (
    <p class="field">
      <label for="overlap">Overlap</label>
      <select id="overlap" name="overlap">
        {OVERLAPS.map(({ hours, name }) => (
          <option key={hours} value={hours} selected={hours === 24}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}

/** @param what `key` or `signing secret` */
export function RotateOfPartner(parts: {
  name: string;
  what: string;
  action: string;
  back: string;
  formToken: string;
}): VNode {
  const { name, what, action, back, formToken } = parts;
  return (
    <div class="narrow">
      <p>
        A new {what} of <strong>{name}</strong> replaces the earlier ones, which stay valid during the overlap. If one
        has leaked, end them at once.
      </p>
      <Form action={action} formToken={formToken}>
        <Overlap />
        <button>Rotate the {what}</button> <a href={back}>Cancel</a>
      </Form>
    </div>
  );
}

export function RotateKey({ of: key, formToken }: { of: AccountKey; formToken: string }): VNode {
  return (
    <div class="narrow">
      <p>
        A new key replaces the {key.environment} key <strong>{key.label}</strong> (<code>…{key.hint}</code>), with the
        same scopes and plan. Both work during the overlap.
      </p>
      <Form action={`/console/keys/${key.id}/rotate`} formToken={formToken}>
        <Overlap />
        <button>Rotate the key</button> <a href={keysPath(key.environment)}>Cancel</a>
      </Form>
    </div>
  );
}
