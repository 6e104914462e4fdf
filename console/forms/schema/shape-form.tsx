import type { ComponentChildren, VNode } from 'preact';
import { Form } from '../../parts';
import { FORM_LANGUAGE, FormLanguage } from '../form-language';
import type { Faults } from '../read-form';
import { CodeLists } from './code-lists';
import { FaultList } from './fault-list';
import { ShapeFields } from './fields';
import type { Shape } from './shape';

export interface ShapeFormParts {
  shape: Shape;
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  action: string;
  /** Where one goes who changes nothing. */
  back: string;
  /** What is said above the fields, on the button and on the link back. */
  words: { advice: string; save: string; leave: string };
  /** Hidden fields of its own. */
  children?: ComponentChildren;
  /** What stands above the button. */
  warning?: ComponentChildren;
}

/** A form that saves one thing, with a field for each member of its schema. */
export function ShapeForm(parts: ShapeFormParts): VNode {
  const { shape, form, faults, formToken, action, back, words, children, warning } = parts;
  return (
    <>
      <FaultList faults={faults} />
      <p>{words.advice}</p>
      <Form className="panel" action={action} formToken={formToken} isCheckedByServer>
        <FormLanguage sent={form.get(FORM_LANGUAGE)} />
        {children}
        <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={action} />
        {warning}
        <p class="actions">
          <button>{words.save}</button> <a href={back}>{words.leave}</a>
        </p>
      </Form>
      <CodeLists />
    </>
  );
}
