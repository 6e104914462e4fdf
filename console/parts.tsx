import { randomUUID } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import type { Faults } from './read-form';

/** A moment in UTC, to the minute. */
export function Moment({ at }: { at: Date | null }): VNode {
  if (at === null) return <span class="none">never</span>;
  const text = at.toISOString();
  return <time dateTime={text}>{`${text.slice(0, 10)} ${text.slice(11, 16)} UTC`}</time>;
}

/** Says at the top of a form what went wrong, where screen readers announce it. */
export function FaultSummary({ faults }: { faults: Faults }): VNode | null {
  const messages = Object.values(faults);
  if (messages.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      {messages.length === 1 ? (
        <p>{messages[0]}</p>
      ) : (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export interface FieldParts {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  value?: string;
  hint?: string;
  fault?: string | undefined;
  autocomplete?: string;
  required?: boolean;
  autofocus?: boolean;
}

/** A labelled field whose hint and fault belong to it. */
export function Field(parts: FieldParts): VNode {
  const { name, label, type = 'text', value = '', hint, fault, autocomplete, required = true, autofocus } = parts;
  const describedBy = [hint === undefined ? '' : `${name}-hint`, fault === undefined ? '' : `${name}-fault`].join(' ');
  return (
    <p class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      <input
        id={name}
        name={name}
        type={type}
        value={value}
        required={required}
        {...(autocomplete === undefined ? {} : { autocomplete })}
        {...(autofocus === true ? { autofocus } : {})}
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={describedBy.trim() === '' ? undefined : describedBy.trim()}
      />
      {fault !== undefined && (
        <span class="fault" id={`${name}-fault`}>
          {fault}
        </span>
      )}
    </p>
  );
}

/** A form that carries its token, and an id by which it is known when it is sent again; without script it is a page load. */
export function Form({
  action,
  formToken,
  children,
}: {
  action: string;
  formToken: string;
  children: ComponentChildren;
}): VNode {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="form_id" value={randomUUID()} />
      {children}
    </form>
  );
}
