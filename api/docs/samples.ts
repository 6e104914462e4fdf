import type { Parameter } from './fields';

/** Where samples read the key of the reader. */
const KEY = 'CORRIDOR_API_KEY';

/** A request that samples make, filled in from the examples of an operation. */
export interface SampleRequest {
  method: string;
  path: string;
  parameters: readonly Parameter[];
  hasKey: boolean;
  /** Media type of the body; undefined without one. */
  type?: string | undefined;
  /** The body as JSON; undefined where it is a file. */
  json?: string | undefined;
}

type Made = Omit<SampleRequest, 'path' | 'parameters'> & { url: string };

/** Lines after the first, further to the right. */
const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const linesOf = (lines: readonly (string | false | undefined)[], joint: string): string =>
  lines.filter((line) => typeof line === 'string').join(joint);

function curl({ method, url, hasKey, type, json }: Made): string {
  const body = json === undefined ? '@FILE' : json.replaceAll("'", String.raw`'\''`);
  const parts = [
    method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`,
    hasKey && `-H "Authorization: Bearer $${KEY}"`,
    type !== undefined && `-H 'Content-Type: ${type}'`,
    type !== undefined && `${json === undefined ? '--data-binary' : '-d'} '${body}'`,
  ];
  return linesOf(parts, ' \\\n  ');
}

function typeScript({ method, url, hasKey, type, json }: Made): string {
  const headers = [
    hasKey && `Authorization: \`Bearer \${process.env.${KEY}}\``,
    type !== undefined && `'Content-Type': '${type}'`,
  ].filter((header) => header !== false);
  const lines = [
    `const answer = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    json !== undefined && `  body: JSON.stringify(${indented(json, 2)}),`,
    '});',
    'console.log(answer.status, await answer.text());',
  ];
  return linesOf(lines, '\n');
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

function python({ method, url, hasKey, json }: Made): string {
  const literal = json?.replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (word) => PYTHON_WORDS[word] ?? word);
  const lines = [
    hasKey && 'import os\n',
    'import requests\n',
    'answer = requests.request(',
    `    "${method}",`,
    `    "${url}",`,
    hasKey && `    headers={"Authorization": f"Bearer {os.environ['${KEY}']}"},`,
    literal !== undefined && `    json=${indented(literal, 4)},`,
    ')',
    'print(answer.status_code, answer.text)',
  ];
  return linesOf(lines, '\n');
}

function go({ method, url, hasKey, type, json }: Made): string {
  const body = json === undefined ? 'nil' : `strings.NewReader(\`${json.replaceAll('`', String.raw`\u0060`)}\`)`;
  const lines = [
    `request, err := http.NewRequest("${method}", "${url}", ${body})`,
    'if err != nil {\n\tlog.Fatal(err)\n}',
    hasKey && `request.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY}"))`,
    type !== undefined && `request.Header.Set("Content-Type", "${type}")`,
    'answer, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\tlog.Fatal(err)\n}',
    'defer answer.Body.Close()',
    'io.Copy(os.Stdout, answer.Body)',
  ];
  return linesOf(lines, '\n');
}

const LANGUAGES = { bash: curl, ts: typeScript, python, go };

/**
 * A request in the languages of the guides, as blocks of Markdown; one whose body is a file in that of the shell alone.
 * @param publicUrl address of the service
 */
export function samplesOf({ path, parameters, ...request }: SampleRequest, publicUrl: string): string {
  // No braces, which curl would expand.
  const valueOf = ({ name, example }: Parameter): string => example ?? name.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
  const filled = parameters.reduce((made, one) => made.replace(`{${one.name}}`, valueOf(one)), path);
  const query = parameters.filter((one) => one.in === 'query' && one.isRequired);
  const asked = query.map((one) => `${one.name}=${valueOf(one)}`).join('&');
  const made = { ...request, url: `${publicUrl}${filled}${asked === '' ? '' : `?${asked}`}` };
  const isFile = request.type !== undefined && request.json === undefined;
  return Object.entries(isFile ? { bash: curl } : LANGUAGES)
    .map(([language, write]) => `\`\`\`${language}\n${write(made)}\n\`\`\``)
    .join('\n\n');
}
