/*
 * Starts the reference on the document of this service. Each operation gets samples in the languages of the guides;
 * they are made here, so that the document, which generators of clients read, stays without them.
 */
const KEY = 'CORRIDOR_API_KEY';

/** Lines after the first, further to the right. */
const indented = (text, spaces) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** @returns a function that copies a part of the document, with each `$ref` replaced by what it points to */
function resolverOf(api) {
  const known = new Map();
  const find = ($ref) =>
    $ref
      .slice('#/'.length)
      .split('/')
      .reduce((at, token) => at[token], api);
  const resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value;
    for (const name of Object.keys(own)) own[name] = resolve(own[name]);
    if ($ref === undefined) return own;
    if (!known.has($ref)) {
      // A schema that refers to itself ends here, as an empty one.
      known.set($ref, {});
      known.set($ref, resolve(find($ref)));
    }
    return { ...known.get($ref), ...own };
  };
  return resolve;
}

/** The request of an operation, filled in from its examples; a path parameter without an example stays in braces. */
function requestOf({ path, method, security, requestBody, parameters = [] }) {
  const exampleOf = ({ name, example, schema }) => example ?? schema?.example ?? `{${name}}`;
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((made, one) => made.replace(`{${one.name}}`, exampleOf(one)), path);
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${exampleOf(one)}`);
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = content?.example ?? content?.schema?.example;
  return {
    method: method.toUpperCase(),
    url: `${location.origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    hasKey: (security ?? []).some((one) => Object.keys(one).length > 0),
    type,
    json: type === 'application/json' ? JSON.stringify(example, null, 2) : undefined,
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

/** A body other than JSON is a file; only curl sends one in a line. */
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

/** A member that is made when it is first asked for. */
function addLazily(object, name, make) {
  let made;
  Object.defineProperty(object, name, { get: () => (made ??= make()), enumerable: true, configurable: true });
}

/** Parameters, bodies and responses of an operation are resolved when it is first shown: all at once take half a second. */
async function start() {
  const api = await (await fetch('/openapi.json')).json();
  const resolve = resolverOf(api);
  const details = new Map();
  const summaryOf = ({ parameters, requestBody, responses, ...operation }) => {
    details.set(operation.operationId, { parameters, requestBody, responses });
    return { ...operation, responses: {} };
  };
  const summariesOf = (items) =>
    Object.fromEntries(
      Object.entries(items).map(([path, operations]) => [
        path,
        Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, summaryOf(operation)])),
      ]),
    );
  const explorer = document.querySelector('openapi-explorer');
  explorer.addEventListener('spec-loaded', ({ detail: { tags } }) => {
    for (const shown of tags.flatMap(({ paths }) => paths)) {
      const { parameters = [], requestBody, responses } = details.get(shown.operationId);
      addLazily(shown, 'parameters', () => resolve(parameters));
      addLazily(shown, 'requestBody', () => resolve(requestBody));
      addLazily(shown, 'responses', () => resolve(responses));
      if (!shown.isWebhook) addLazily(shown, 'xCodeSamples', () => samplesOf(requestOf(shown)));
    }
  });
  const { securitySchemes } = api.components;
  await explorer.loadSpec({
    ...api,
    paths: summariesOf(api.paths),
    webhooks: summariesOf(api.webhooks),
    components: { securitySchemes },
  });
}
start().catch(() => {
  document.querySelector('#reference').textContent = 'The reference could not be loaded. Reload the page.';
});
