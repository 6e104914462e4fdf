import type { VNode } from 'preact';
import { DOCUMENT_TYPES, type DocumentType } from '../../domain/documents/registry';
import { ActionBar, Form } from '../parts';
import type { Faults } from '../forms/read-form';
import { FaultList } from '../forms/schema/fault-list';
import { CodeLists } from '../forms/schema/code-lists';
import { ShapeFields } from '../forms/schema/fields';
import type { Shape } from '../forms/schema/shape';
import { labelOf } from '../forms/schema/words';

const FRAME = 'preview';

export function DocumentTypes({ at }: { at: (path: string) => string }): VNode {
  return (
    <>
      <p>Which document?</p>
      <ul class="tiles wide">
        {DOCUMENT_TYPES.map((type) => (
          <li key={type}>
            <a href={at(`/documents/new/${type}`)}>{labelOf(type)}</a>
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
  const here = at(`/documents/new/${type}`);
  const preview = { action: `${here}/preview`, frame: FRAME };
  return (
    <>
      <FaultList faults={faults} />
      <div class="beside">
        <Form className="panel" action={here} formToken={formToken} preview={preview} isCheckedByServer>
          <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={`${here}/rows`} />
          <ActionBar preview={preview}>
            <button>Generate</button>
          </ActionBar>
        </Form>
        <CodeLists />
        <section class="preview" aria-labelledby="preview-title">
          <h2 id="preview-title">Preview</h2>
          <iframe name={FRAME} src={preview.action} title="Preview of the document" />
        </section>
      </div>
    </>
  );
}

/** Text in the frame until there is something to show. */
export function NoPreviewYet(): VNode {
  return <p class="hint">Fill in the form and press Preview: the document appears here and is not stored.</p>;
}

/** What is to be mended before the document can be shown. */
export function UnfitPreview({ faults, page }: { faults: Faults; page: string }): VNode {
  return (
    <>
      <p>To show the document, complete or correct:</p>
      <FaultList faults={faults} page={page} />
    </>
  );
}
