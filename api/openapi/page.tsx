import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { oas31 } from 'zod-openapi';
import { styleOnlyPolicy } from '../style-policy';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:2rem 1rem}
h2{margin-top:3rem;border-bottom:1px solid var(--line)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.6rem 0;padding:.5rem .8rem}
summary{cursor:pointer}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow:auto;max-height:24rem}
table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid var(--line);padding:.25rem .6rem .25rem 0;text-align:left;vertical-align:top}
.method{display:inline-block;min-width:4.5rem;font-weight:700;text-transform:uppercase}
nav a{display:inline-block;line-height:24px;margin-right:1rem}
`;

export const PAGE_POLICY = styleOnlyPolicy(STYLE);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Operation {
  method: string;
  path: string;
  operation: oas31.OperationObject;
}

function operationsOf(items: Record<string, oas31.PathItemObject> | undefined): Operation[] {
  return Object.entries(items ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
}

function isReference(value: object): value is oas31.ReferenceObject {
  return '$ref' in value;
}

function Json({ value }: { value: unknown }) {
  return <pre>{JSON.stringify(value, null, 2)}</pre>;
}

/** What operations share, by name. */
interface Shared {
  answers: Record<string, oas31.ResponseObject>;
  parameters: Record<string, oas31.ParameterObject>;
}

function Parameters({ operation, shared }: { operation: oas31.OperationObject; shared: Shared }) {
  const parameters = (operation.parameters ?? []).flatMap((one) => {
    const parameter = isReference(one) ? shared.parameters[nameOf(one)] : one;
    return parameter === undefined ? [] : [parameter];
  });
  if (parameters.length === 0) return null;
  return (
    <table>
      {parameters.map((parameter) => (
        <tr>
          <td>
            <code>{parameter.name}</code>
          </td>
          <td>{parameter.in}</td>
          <td>{parameter.required === true ? 'required' : 'optional'}</td>
          <td>{parameter.description ?? ''}</td>
        </tr>
      ))}
    </table>
  );
}

function Body({ operation }: { operation: oas31.OperationObject }) {
  const body = operation.requestBody;
  if (body === undefined || isReference(body)) return null;
  const content = body.content['application/json'];
  const shown: unknown = content?.example ?? content?.schema;
  return (
    <>
      <h4>Body</h4>
      <Json value={shown} />
    </>
  );
}

type Answer = oas31.ResponseObject | oas31.ReferenceObject;

/** `#/components/responses/NAME` */
function nameOf({ $ref }: oas31.ReferenceObject): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function Answers({ operation, shared }: { operation: oas31.OperationObject; shared: Shared }) {
  return (
    <table>
      {Object.entries(operation.responses ?? {}).map(([status, response]: [string, Answer]) => (
        <tr>
          <td>
            <code>{status}</code>
          </td>
          <td>{isReference(response) ? shared.answers[nameOf(response)]?.description : response.description}</td>
        </tr>
      ))}
    </table>
  );
}

function OperationDetails({ method, path, operation, shared }: Operation & { shared: Shared }) {
  return (
    <details id={operation.operationId}>
      <summary>
        <span class="method">{method}</span> <code>{path}</code> — {operation.summary}
      </summary>
      <p>{operation.description ?? ''}</p>
      <Parameters operation={operation} shared={shared} />
      <Body operation={operation} />
      <h4>Answers</h4>
      <Answers operation={operation} shared={shared} />
    </details>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2 id={title}>{title}</h2>
      {children}
    </section>
  );
}

function withoutReferences<Part extends object>(
  parts: Record<string, Part | oas31.ReferenceObject> | undefined,
): Record<string, Part> {
  const entries = Object.entries(parts ?? {});
  return Object.fromEntries(entries.flatMap(([name, one]) => (isReference(one) ? [] : [[name, one] as const])));
}

function Page({ document }: { document: oas31.OpenAPIObject }) {
  const shared = {
    answers: withoutReferences(document.components?.responses),
    parameters: withoutReferences(document.components?.parameters),
  };
  const operations = [...operationsOf(document.paths), ...operationsOf(document.webhooks)];
  const tags = (document.tags ?? []).map(({ name }) => name);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`${document.info.title} API`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <h1>{document.info.title} API</h1>
        <p>{document.info.description}</p>
        <p>
          The same as a machine reads it: <a href="/openapi.json">openapi.json</a> (OpenAPI {document.openapi}).
        </p>
        <nav>
          {tags.map((tag) => (
            <a href={`#${tag}`}>{tag}</a>
          ))}
          <a href="#Schemas">Schemas</a>
        </nav>
        {tags.map((tag) => (
          <Section title={tag}>
            {operations
              .filter(({ operation }) => operation.tags?.includes(tag))
              .map((one) => (
                <OperationDetails {...one} shared={shared} />
              ))}
          </Section>
        ))}
        <Section title="Schemas">
          {Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => (
            <details id={`schema-${name}`}>
              <summary>
                <code>{name}</code>
              </summary>
              <Json value={schema} />
            </details>
          ))}
        </Section>
      </body>
    </html>
  );
}

/** The reference of the API for people: one page, without script and without other hosts. */
export function referencePage(document: oas31.OpenAPIObject): string {
  return `<!doctype html>${renderToString(<Page document={document} />)}`;
}
