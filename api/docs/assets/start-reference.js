/*
 * Starts the reference on the document of this very service. Each operation gets samples in the languages of the guides;
 * they are made here, so that the document, which generators of clients read, stays without them.
 */
const KEY = 'CORRIDOR_API_KEY';

/** Lines after the first, further to the right. */
const indented = (text, spaces) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** What calls an operation as its examples do; members of its path that have none stay in braces. */
function requestOf({ components }, path, method, operation) {
  const parameters = (operation.parameters ?? []).map(
    (one) => components.parameters[one.$ref?.split('/').at(-1)] ?? one,
  );
  const exampleOf = ({ name, example, schema }) => example ?? schema?.example ?? `{${name}}`;
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((made, one) => made.replace(`{${one.name}}`, exampleOf(one)), path);
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${exampleOf(one)}`);
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    method: method.toUpperCase(),
    url: `${location.origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    hasKey: (operation.security ?? []).some((one) => Object.keys(one).length > 0),
    type,
    json: content?.example === undefined ? undefined : JSON.stringify(content.example, null, 2),
  };
}

function curl({ method, url, hasKey, type, json }) {
  const body = json === undefined ? '@FILE' : json.replaceAll("'", String.raw`'\''`);
  const parts = [
    method === 'GET' ? `curl '${url}'` : `curl -X ${method} '${url}'`,
    hasKey && `-H "Authorization: Bearer $${KEY}"`,
    type && `-H 'Content-Type: ${type}'`,
    type && `${json === undefined ? '--data-binary' : '-d'} '${body}'`,
  ];
  return parts.filter(Boolean).join(' \\\n  ');
}

function typeScript({ method, url, hasKey, type, json }) {
  const headers = [
    hasKey && `Authorization: \`Bearer \${process.env.${KEY}}\``,
    type && `'Content-Type': '${type}'`,
  ].filter(Boolean);
  return [
    `const answer = await fetch('${url}', {`,
    method !== 'GET' && `  method: '${method}',`,
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    json && `  body: JSON.stringify(${indented(json, 2)}),`,
    '});',
    'console.log(answer.status, await answer.text());',
  ]
    .filter(Boolean)
    .join('\n');
}

const PYTHON_WORDS = { true: 'True', false: 'False', null: 'None' };

function python({ method, url, hasKey, json }) {
  const literal = json?.replaceAll(/"(?:[^"\\]|\\.)*"|true|false|null/g, (word) => PYTHON_WORDS[word] ?? word);
  return [
    hasKey && 'import os\n',
    'import requests\n',
    'answer = requests.request(',
    `    "${method}",`,
    `    "${url}",`,
    hasKey && `    headers={"Authorization": f"Bearer {os.environ['${KEY}']}"},`,
    literal && `    json=${indented(literal, 4)},`,
    ')',
    'print(answer.status_code, answer.text)',
  ]
    .filter(Boolean)
    .join('\n');
}

function go({ method, url, hasKey, type, json }) {
  const body = json === undefined ? 'nil' : `strings.NewReader(\`${json.replaceAll('`', String.raw`\u0060`)}\`)`;
  return [
    `request, err := http.NewRequest("${method}", "${url}", ${body})`,
    'if err != nil {\n\tlog.Fatal(err)\n}',
    hasKey && `request.Header.Set("Authorization", "Bearer "+os.Getenv("${KEY}"))`,
    type && `request.Header.Set("Content-Type", "${type}")`,
    'answer, err := http.DefaultClient.Do(request)',
    'if err != nil {\n\tlog.Fatal(err)\n}',
    'defer answer.Body.Close()',
    'io.Copy(os.Stdout, answer.Body)',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Bodies other than JSON are files, which curl alone sends in a line. */
function samplesOf(request) {
  const shell = { lang: 'bash', label: 'curl', source: curl(request) };
  if (request.type !== undefined && request.json === undefined) return [shell];
  return [
    shell,
    { lang: 'javascript', label: 'TypeScript', source: typeScript(request) },
    { lang: 'python', label: 'Python', source: python(request) },
    { lang: 'go', label: 'Go', source: go(request) },
  ];
}

async function start() {
  const api = await (await fetch('/openapi.json')).json();
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      operation['x-code-samples'] = samplesOf(requestOf(api, path, method, operation));
    }
  }
  await document.querySelector('openapi-explorer').loadSpec(api);
}
start();
