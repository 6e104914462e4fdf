import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import { Form } from '../parts';
import { useWords } from '../words/use-words';
import { keysPath } from './keys-page';

/** A secret with a button to copy it; masked until the reader shows it. */
export function Secret({ id, name, secret }: { id: string; name: string; secret: string }): VNode {
  return (
    <p class="secret">
      <label for={id}>{name}</label>
      <input id={id} class="code" readonly value={secret} data-secret autocomplete="off" spellcheck={false} />
      <button type="button" class="quiet" data-copy={id} hidden>
        {useWords().keys.secret.copy}
      </button>
      <span role="status" data-copied={id} />
    </p>
  );
}

/** Shows a new secret once: a key, a partner's signing secret, or a link. */
interface ShownParts {
  secret: string;
  what: string;
  back: string;
  advice?: string;
  /** What else is to be known of it. */
  note?: string | null;
}

/** A new secret, which is shown once. */
export function NewSecretPage(parts: ShownParts): VNode {
  const { secret: words } = useWords().keys;
  const { secret, what, back, advice = words.keepIt, note = null } = parts;
  return (
    <>
      <p class="notice" role="status">
        {words.shownOnce({ what })} {advice} {note}
      </p>
      <Secret id="secret" name={words.newOne({ what })} secret={secret} />
      <p>
        <a class="button" href={back}>
          {words.copied}
        </a>
      </p>
    </>
  );
}

/** Label and last characters of a key, within a sentence. */
function KeyName({ of: { label, hint } }: { of: AccountKey }): VNode {
  return (
    <>
      <strong>{label}</strong> (<code>…{hint}</code>)
    </>
  );
}

export function RevokeKey({ of: key, formToken }: { of: AccountKey; formToken: string }): VNode {
  const { keys: words } = useWords();
  return (
    <div class="narrow">
      <p>{words.revokeMeans({ side: words.sides[key.environment], key: <KeyName of={key} /> })}</p>
      <Form action={`/console/keys/${key.id}/revoke`} formToken={formToken}>
        <button class="danger">{words.revokeTheKey}</button> <a href={keysPath(key.environment)}>{words.keepTheKey}</a>
      </Form>
    </div>
  );
}

const HOURS = [0, 1, 24, 168] as const;

/** Hours for which the old key stays valid; the form offers exactly the accepted values. */
export const OVERLAP_HOURS: readonly number[] = HOURS;

/** Field for how long the old key or secret stays valid beside the new one. */
export function Overlap(): VNode {
  const { overlap, overlaps } = useWords().keys;
  return (
    <p class="field">
      <label for="overlap">{overlap}</label>
      <select id="overlap" name="overlap">
        {HOURS.map((hours) => (
          <option key={hours} value={hours} selected={hours === 24}>
            {overlaps[hours]}
          </option>
        ))}
      </select>
    </p>
  );
}

export function RotateKey({ of: key, formToken }: { of: AccountKey; formToken: string }): VNode {
  const { keys: words } = useWords();
  return (
    <div class="narrow">
      <p>{words.rotateMeans({ side: words.sides[key.environment], key: <KeyName of={key} /> })}</p>
      <Form action={`/console/keys/${key.id}/rotate`} formToken={formToken}>
        <Overlap />
        <button>{words.rotateTheKey}</button> <a href={keysPath(key.environment)}>{words.doNotRotate}</a>
      </Form>
    </div>
  );
}
