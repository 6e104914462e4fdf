import type { VNode } from 'preact';
import { DOCS_SCRIPTS } from './assets';
import type { Parameter } from './fields';
import { anchorOf } from './markdown';
import { operationPath, OPERATIONS, operationText, type Described } from './operations';
import { docPage } from './shell';

/** Where the key of the reader is entered; the script keeps it for as long as the window is open. */
function KeyField(): VNode {
  return (
    <p class="field">
      <label for="key">API key</label>
      <input id="key" name="key" type="password" autocomplete="off" spellcheck={false} />
    </p>
  );
}

function ParameterField({ of: { name, in: place, isRequired, values, example } }: { of: Parameter }): VNode {
  const id = `${place}-${name}`;
  const attributes = { id, name, required: isRequired, 'data-in': place };
  return (
    <p class="field">
      <label for={id}>
        {name} {!isRequired && <span class="optional">(optional)</span>}
      </label>
      {values.length === 0 ? (
        <input {...attributes} placeholder={example} autocomplete="off" spellcheck={false} />
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

function BodyFields({ of: { types, json } }: { of: Described }): VNode {
  const files = types.filter((type) => type !== 'application/json');
  return (
    <>
      {types.length > 1 && (
        <p class="field">
          <label for="type">Content-Type</label>
          <select id="type" name="type">
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </p>
      )}
      {json !== undefined && (
        <p class="field">
          <label for="body">Body</label>
          <textarea id="body" name="body" class="code" rows={12} spellcheck={false}>
            {json}
          </textarea>
        </p>
      )}
      {files.length > 0 && (
        <p class="field">
          <label for="file">File, in place of a body in JSON</label>
          <input id="file" name="file" type="file" />
        </p>
      )}
    </>
  );
}

/** The form that sends a request. Its method leads nowhere, so that without the script no key gets into an address. */
function TryForm({ of }: { of: Described }): VNode {
  const { method, path, parameters, isSecured, types } = of;
  return (
    <form class="panel try" method="dialog" data-method={method.toUpperCase()} data-path={path} data-type={types[0]}>
      <noscript>
        <p>This form needs a script. The samples do the same.</p>
      </noscript>
      {isSecured && <KeyField />}
      {parameters.map((one) => (
        <ParameterField key={one.name} of={one} />
      ))}
      {types.length > 0 && <BodyFields of={of} />}
      <button>Send</button>
      <div class="sample" role="status" hidden>
        <p />
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
    ...(one.path === null ? {} : { after: <TryForm of={one} />, script: DOCS_SCRIPTS.tryRequest }),
  });
}
