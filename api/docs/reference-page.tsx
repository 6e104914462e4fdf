import type { VNode } from 'preact';
import { DOCS_SCRIPTS } from './assets';
import type { Parameter } from './fields';
import { anchorOf } from './markdown';
import { operationPath, OPERATIONS, operationText, type Described } from './operations';
import { docPage } from './shell';

/** Fields have ids of their own: those of headings are their words. */
const KEY_ID = 'try-key';
const TYPE_ID = 'try-type';
const BODY_ID = 'try-body';
const FILE_ID = 'try-file';

/**
 * Where the key of the reader is entered; the script keeps it for as long as the window is open. Browsers fill neither a
 * password into it that they hold for the console, nor hold the key as one.
 */
function KeyField(): VNode {
  return (
    <p class="field">
      <label for={KEY_ID}>API key</label>
      <input id={KEY_ID} type="password" autocomplete="new-password" spellcheck={false} />
    </p>
  );
}

/** A segment of blanks or dots alone would lead to another path. */
const SEGMENT = { pattern: String.raw`.*[^\s.].*`, title: 'Neither blank nor dots alone' };

function ParameterField({ of: { name, in: place, isRequired, values, example } }: { of: Parameter }): VNode {
  const id = `try-${place}-${name}`;
  const attributes = { id, name, required: isRequired, 'data-in': place };
  const limits = place === 'path' ? SEGMENT : {};
  return (
    <p class="field">
      <label for={id}>
        {name} {!isRequired && <span class="optional">(optional)</span>}
      </label>
      {values.length === 0 ? (
        <input {...attributes} {...limits} placeholder={example} autocomplete="off" spellcheck={false} />
      ) : (
        <select {...attributes}>
          {['', ...values].map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      )}
    </p>
  );
}

function BodyFields({ of: { types, json, isBodyRequired } }: { of: Described }): VNode {
  const files = types.filter((type) => type !== 'application/json');
  return (
    <>
      {types.length > 1 && (
        <p class="field">
          <label for={TYPE_ID}>Content-Type</label>
          <select id={TYPE_ID}>
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </p>
      )}
      {json !== undefined && (
        <p class="field">
          <label for={BODY_ID}>Body {!isBodyRequired && <span class="optional">(optional)</span>}</label>
          <textarea id={BODY_ID} placeholder={json} class="code" rows={12} spellcheck={false}>
            {isBodyRequired && json}
          </textarea>
        </p>
      )}
      {files.length > 0 && (
        <p class="field">
          <label for={FILE_ID}>File{json !== undefined && ', in place of a body in JSON'}</label>
          <input id={FILE_ID} type="file" required={json === undefined} />
        </p>
      )}
    </>
  );
}

/** The form that sends a request. Its method leads nowhere, so that without the script no key gets into an address. */
function TryForm({ of }: { of: Described }): VNode {
  const { method, path, parameters, keyHolder, types } = of;
  return (
    <form class="panel try" method="dialog" data-method={method.toUpperCase()} data-path={path} data-type={types[0]}>
      <noscript>
        <p>This form needs a script. The samples do the same.</p>
      </noscript>
      {keyHolder !== null && <KeyField />}
      {parameters.map((one) => (
        <ParameterField key={one.name} of={one} />
      ))}
      {types.length > 0 && <BodyFields of={of} />}
      <button>Send</button>
      <div class="sample" hidden>
        <p>
          <span role="status" />
        </p>
        <pre tabindex={0}>
          <code />
        </pre>
      </div>
    </form>
  );
}

/** The operations of the tag, and all tags. */
function placesOf({ tag }: Described) {
  const links = OPERATIONS.filter((one) => one.tag === tag).map(({ name, summary }) => ({
    path: operationPath(name),
    title: tag === 'Events' ? name : summary,
  }));
  const others = new Set(OPERATIONS.map((one) => one.tag));
  return [
    { title: tag, links },
    { title: 'Reference', links: [...others].map((title) => ({ path: `/docs#${anchorOf(title)}`, title })) },
  ];
}

/**
 * The page of an operation, with a form to try it.
 * @param publicUrl address of the service
 */
export function operationPage(one: Described, publicUrl: string): string {
  return docPage({
    title: one.summary,
    text: operationText(one, publicUrl),
    path: operationPath(one.name),
    place: '/docs',
    groups: placesOf(one),
    ...(one.keyHolder === null ? {} : { keyHolder: one.keyHolder }),
    ...(one.path === null ? {} : { after: <TryForm of={one} />, script: DOCS_SCRIPTS.tryRequest }),
  });
}
