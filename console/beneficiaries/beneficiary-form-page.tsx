import type { VNode } from 'preact';
import { FaultSummary, Form } from '../parts';
import type { Faults } from '../forms/read-form';
import { ShapeFields } from '../forms/schema/fields';
import type { Shape } from '../forms/schema/shape';

export interface BeneficiaryFormPage {
  shape: Shape;
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  action: string;
  /** Where one goes who changes nothing. */
  back: string;
  /** What is said above the fields. */
  advice: string;
}

export function BeneficiaryForm(page: BeneficiaryFormPage): VNode {
  const { shape, form, faults, formToken, action, back, advice } = page;
  return (
    <>
      <FaultSummary faults={faults} />
      <p>{advice}</p>
      <Form className="panel" action={action} formToken={formToken} isCheckedByServer>
        <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={action} />
        <p class="actions">
          <button>Save the beneficiary</button> <a href={back}>Leave it</a>
        </p>
      </Form>
    </>
  );
}
