import type { VNode } from 'preact';
import { DOCUMENT_TYPES, type DocumentType } from '../../domain/documents/registry';
import { ActionBar, Form } from '../parts';
import type { Faults } from '../forms/read-form';
import { FORM_LANGUAGE, FormLanguage } from '../forms/form-language';
import { FaultList } from '../forms/schema/fault-list';
import { CodeLists } from '../forms/schema/code-lists';
import { ShapeFields } from '../forms/schema/fields';
import type { Shape } from '../forms/schema/shape';
import { useWords } from '../words/use-words';

const FRAME = 'preview';

export function DocumentTypes({ at }: { at: (path: string) => string }): VNode {
  const { documents: words } = useWords();
  return (
    <>
      <p>{words.which}</p>
      <ul class="tiles wide">
        {DOCUMENT_TYPES.map((type) => (
          <li key={type}>
            <a href={at(`/documents/new/${type}`)}>{words.types[type]}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

export interface DocumentFormPage {
  type: DocumentType;
  shape: Shape;
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

export function DocumentForm({ type, shape, form, faults, formToken, at }: DocumentFormPage): VNode {
  const { documents: words, common } = useWords();
  const here = at(`/documents/new/${type}`);
  const preview = { action: `${here}/preview`, frame: FRAME };
  return (
    <>
      <FaultList faults={faults} />
      <div class="beside">
        <Form className="panel" action={here} formToken={formToken} preview={preview} isCheckedByServer>
          <FormLanguage sent={form.get(FORM_LANGUAGE)} />
          <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={`${here}/rows`} />
          <ActionBar preview={preview}>
            <button>{words.generate}</button>
          </ActionBar>
        </Form>
        <CodeLists />
        <section class="preview" aria-labelledby="preview-title">
          <h2 id="preview-title">{common.preview}</h2>
          <iframe name={FRAME} src={preview.action} title={words.preview} />
        </section>
      </div>
    </>
  );
}

/** Text in the frame until there is something to show. */
export function NoPreviewYet(): VNode {
  return <p class="hint">{useWords().documents.noPreview}</p>;
}
