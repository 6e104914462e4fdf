import type { VNode } from 'preact';
import { Form } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { CodeLists } from '../forms/schema/code-lists';
import { FaultList } from '../forms/schema/fault-list';
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
  const { beneficiaries } = useWords();
  return (
    <>
      <FaultList faults={faults} />
      <p>{advice}</p>
      <Form className="panel" action={action} formToken={formToken} isCheckedByServer>
        <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={action} />
        <p class="actions">
          <button>{beneficiaries.saveThe}</button> <a href={back}>{beneficiaries.leave}</a>
        </p>
      </Form>
      <CodeLists />
    </>
  );
}
