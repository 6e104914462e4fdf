import type { VNode } from 'preact';
import { Overlap, Secret } from '../account/key-actions';
import { Form } from '../parts';

/** New secrets by name, which are shown once. */
export function NewPartnerSecrets({ secrets, back }: { secrets: Record<string, string>; back: string }): VNode {
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

/**
 * Form that rotates a credential of a partner.
 * @param what `key` or `signing secret`
 */
export function PartnerRotationForm(parts: {
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
