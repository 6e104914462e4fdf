import { randomUUID } from 'node:crypto';
import type { ComponentChildren, VNode } from 'preact';
import { PASSWORD_LENGTH } from '../../domain/auth/users';
import type { Fault, Faults } from '../forms/read-form';
import { labelOfPath } from '../forms/schema/words';
import { WORDS, useWords, wordFor, type Words } from '../words/use-words';

/** A fault in the reader's language; null if there are no words for its code. */
function spokenFault(fault: Fault, { faults, language }: Words): string | null {
  if (typeof fault === 'string') return fault;
  if (language === 'en') return fault.message;
  const { code, bound } = fault;
  if (bound !== undefined && code === 'too_small') return faults.atLeast(bound);
  if (bound !== undefined && code === 'too_big') return faults.atMost(bound);
  return wordFor(faults.codes, code) ?? null;
}

/** A fault in the reader's words, else in those of the API, which are English. */
export function FaultText({ of: fault }: { of: Fault }): VNode {
  const text = spokenFault(fault, useWords());
  if (text !== null || typeof fault === 'string') return <>{text}</>;
  return <span lang="en">{fault.message}</span>;
}

/** A fault as a complete sentence; it names the field if the fault does not. */
function FaultSentence({ field, fault }: { field: string; fault: Fault }): VNode {
  const words = useWords();
  const text = spokenFault(fault, words);
  const message = text ?? (typeof fault === 'string' ? fault : fault.message);
  const isWhole = words.language === 'en' || text === null ? !/^[a-z]/.test(message) : typeof fault === 'string';
  if (isWhole || field === 'form') return <FaultText of={fault} />;
  if (text === null) return <span lang="en">{`${labelOfPath(WORDS.en, field)} ${message}`}</span>;
  return <>{words.faults.of({ field: labelOfPath(words, field), fault: text })}</>;
}

/** Lists the faults at the top of a form, where screen readers announce them. */
export function FaultSummary({ faults }: { faults: Faults }): VNode | null {
  const found = new Map<string, VNode>();
  for (const [field, fault] of Object.entries(faults)) {
    const message = typeof fault === 'string' ? fault : fault.message;
    const isWhole = !/^[a-z]/.test(message);
    found.set(isWhole ? message : `${field} ${message}`, <FaultSentence field={field} fault={fault} />);
  }
  const messages = [...found];
  if (messages.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      {messages.length === 1 ? (
        <p>{messages[0]?.[1]}</p>
      ) : (
        <ul>
          {messages.map(([message, sentence]) => (
            <li key={message}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What all kinds of fields have. */
interface Labelled {
  name: string;
  label: string;
  /** Where one page has the same field several times; the name by default. */
  id?: string;
  value?: string | undefined;
  hint?: string | undefined;
  fault?: Fault | undefined;
  required?: boolean;
}

export interface FieldParts extends Labelled {
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'url' | 'search' | 'number' | 'time';
  autocomplete?: string;
  autofocus?: boolean;
  inputmode?: 'numeric' | 'decimal';
  maxlength?: number;
  /** Id of a `datalist` on the page. */
  list?: string;
}

/**
 * @param more what all fields of the form have, such as that none is required
 * @returns by the name of a field, what was entered and what is wrong with it
 */
export function fieldsOf(
  entered: Readonly<Record<string, string | undefined>>,
  faults: Faults,
  more: { required?: boolean } = {},
): (name: string) => Pick<Labelled, 'name' | 'value' | 'fault' | 'required'> {
  return (name) => ({ name, value: entered[name] ?? '', fault: faults[name], ...more });
}

/** Attributes that connect a control with its hint and its fault. */
function controlAttributes({ name, id = name, hint, fault }: Labelled) {
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`];
  const describedBy = described.filter((text) => text !== '').join(' ');
  return {
    id,
    name,
    'aria-invalid': fault === undefined ? undefined : ('true' as const),
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  };
}

function LabelledControl({ of: parts, children }: { of: Labelled; children: ComponentChildren }): VNode {
  const { name, id = name, label, hint, fault, required = true } = parts;
  const { common } = useWords();
  return (
    <p class="field">
      <label for={id}>
        {label}
        {!required && <span class="optional">{` ${common.optional}`}</span>}
      </label>
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {fault !== undefined && (
        <span class="fault" id={`${id}-fault`}>
          <FaultText of={fault} />
        </span>
      )}
    </p>
  );
}

/** A text field with label, hint and fault. */
export function Field(parts: FieldParts): VNode {
  const { type = 'text', value = '', autocomplete, required = true, autofocus, inputmode, maxlength, list } = parts;
  return (
    <LabelledControl of={parts}>
      <input
        {...controlAttributes(parts)}
        type={type}
        value={value}
        required={required}
        {...(autocomplete === undefined ? {} : { autocomplete })}
        {...(inputmode === undefined ? {} : { inputmode })}
        {...(maxlength === undefined ? {} : { maxlength })}
        {...(list === undefined ? {} : { list })}
        {...(autofocus === true ? { autofocus } : {})}
      />
    </LabelledControl>
  );
}

/** A file field. Browsers clear it when a form is shown again. */
export function FileField(parts: Labelled & { accept: string }): VNode {
  const { accept, required = true } = parts;
  return (
    <LabelledControl of={parts}>
      <input {...controlAttributes(parts)} type="file" accept={accept} required={required} />
    </LabelledControl>
  );
}

export function TextArea(parts: Labelled & { rows?: number; maxlength?: number }): VNode {
  const { value = '', required = true, rows = 3, maxlength } = parts;
  return (
    <LabelledControl of={parts}>
      <textarea
        {...controlAttributes(parts)}
        rows={rows}
        required={required}
        {...(maxlength === undefined ? {} : { maxlength })}
      >
        {value}
      </textarea>
    </LabelledControl>
  );
}

/** Asks again for the password of who is signed in. */
export function CurrentPassword({ fault }: { fault: Fault | undefined }): VNode {
  const label = useWords().common.currentPassword;
  return <Field name="current" type="password" {...{ label, fault }} autocomplete="current-password" />;
}

/** A password that a person chooses. */
export function NewPassword(parts: { label?: string; fault: Fault | undefined }): VNode {
  const { common } = useWords();
  const { label = common.password, fault } = parts;
  const hint = common.passwordHint({ least: PASSWORD_LENGTH.min });
  return <Field name="password" type="password" {...{ label, hint, fault }} autocomplete="new-password" />;
}

/** Reason of a decision or change; an operator's is in the audit log. */
export function Reason(parts: Omit<Labelled, 'name' | 'label'>): VNode {
  const { common } = useWords();
  return (
    <TextArea name="reason" label={common.reason} maxlength={500} {...parts} hint={parts.hint ?? common.reasonHint} />
  );
}

/** A value with what people read, and the language of that where it is not that of the page. */
export type Option = readonly [value: string, text: string, language?: 'en'];

/**
 * A select field with label, hint and fault.
 * @param options the first is selected if `value` names none
 */
export function Select(parts: Labelled & { options: readonly Option[] }): VNode {
  const { value = '', options } = parts;
  return (
    <LabelledControl of={parts}>
      <select {...controlAttributes(parts)}>
        {options.map(([option, text, language]) => (
          <option key={option} value={option} lang={language} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </LabelledControl>
  );
}

export function Checkbox(parts: { name: string; value?: string; label: string; checked?: boolean }): VNode {
  const { name, value = 'yes', label, checked = false } = parts;
  return (
    <label class="check">
      <input type="checkbox" name={name} value={value} checked={checked} /> {label}
    </label>
  );
}

export function Hidden({ name, value }: { name: string; value: string }): VNode {
  return <input type="hidden" name={name} value={value} />;
}

/** Name of the hidden fields that name the `Internal` ones of their form. */
export const INTERNAL_FIELDS = 'form_internal';

/**
 * A hidden value that no person chose, such as a version. The form lists its name, so that the page of a saved form
 * (`KeptFormPage`) submits it without showing it.
 */
export function Internal({ name, value }: { name: string; value: string }): VNode {
  return (
    <>
      <Hidden name={INTERNAL_FIELDS} value={name} />
      <Hidden name={name} value={value} />
    </>
  );
}

/** Where a form is sent to be shown in a frame of its page. */
interface Preview {
  action: string;
  frame: string;
}

/** A form with its token and with an id that identifies it when it is submitted again; it works without script. */
export function Form(parts: {
  action: string;
  formToken: string;
  /** By which it is known when it is sent again; a new one by default. */
  id?: string | undefined;
  children: ComponentChildren;
  className?: string;
  /** Whether files can be chosen in it. */
  takesFiles?: boolean;
  /** Whether the browser refuses nothing: the server names all faults at once. */
  isCheckedByServer?: boolean;
  /** Address that answers a frame of that name with what the form would make; the script follows what is typed. */
  preview?: Preview;
}): VNode {
  const {
    action,
    formToken,
    id = randomUUID(),
    children,
    className,
    takesFiles = false,
    isCheckedByServer = false,
    preview,
  } = parts;
  const { common } = useWords();
  return (
    <form
      method="post"
      action={action}
      class={className}
      enctype={takesFiles ? 'multipart/form-data' : undefined}
      noValidate={isCheckedByServer}
      data-preview={preview?.frame}
    >
      {preview !== undefined && (
        // The first button of a form is what the key Enter presses; the one to see is in its `ActionBar`.
        <button class="hidden" formaction={preview.action} formtarget={preview.frame} tabIndex={-1} aria-hidden="true">
          {common.preview}
        </button>
      )}
      <Hidden name="form_token" value={formToken} />
      <Hidden name="form_id" value={id} />
      {children}
    </form>
  );
}

/** Buttons of a long form with a preview; they stay in view. */
export function ActionBar({ preview, children }: { preview: Preview; children: ComponentChildren }): VNode {
  return (
    <p class="actions bar">
      {children}
      <button class="quiet" formaction={preview.action} formtarget={preview.frame}>
        {useWords().common.preview}
      </button>
    </p>
  );
}

/** A form that submits the same values to an address again, with the same id, so that it counts once. */
export function ResentForm(parts: {
  action: string;
  formToken: string;
  /** Names and values as they were sent. */
  fields: readonly (readonly [name: string, value: string])[];
  children: ComponentChildren;
}): VNode {
  const { action, formToken, fields, children } = parts;
  const id = fields.find(([name]) => name === 'form_id')?.[1];
  const typed = fields.filter(([name]) => name !== 'form_id' && name !== 'form_token');
  return (
    <Form action={action} formToken={formToken} {...(id === undefined ? {} : { id })}>
      {typed.map(([name, value], index) => (
        <Hidden key={index} name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
