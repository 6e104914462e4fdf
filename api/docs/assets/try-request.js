/*
 * Sends the request that is entered in the form of an operation, and shows the answer. It goes without the cookies of the
 * console; the key is kept until the window is closed.
 */
const KEPT_KEY = 'corridor-api-key';
const LIMIT_MS = 30_000;

const form = document.querySelector('form.try');
const [key, type, body, file] = ['key', 'type', 'body', 'file'].map((name) => form.querySelector(`#try-${name}`));
const repeatKey = form.querySelector('[name="Idempotency-Key"]');
const button = form.querySelector('button');
const answerBox = form.querySelector('.sample');
const [head, shown] = [answerBox.querySelector('[role=status]'), answerBox.querySelector('code')];

/** What is entered for the parameters of one place: path, query or header. */
const enteredIn = (place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)]
    .map(({ name, value }) => [name, value.trim()])
    .filter(([, value]) => value !== '');

/** Undefined without one: an optional body that is empty is not sent. */
function bodyOf() {
  const [chosen] = file?.files ?? [];
  if (chosen === undefined) return body?.value.trim() === '' ? undefined : body?.value;
  if (type?.value !== 'multipart/form-data') return chosen;
  const whole = new FormData();
  whole.append('file', chosen);
  return whole;
}

function requestOf() {
  const { method, path } = form.dataset;
  const filled = enteredIn('path').reduce(
    (made, [name, value]) => made.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(enteredIn('query'));
  const headers = new Headers(enteredIn('header'));
  const sent = bodyOf();
  if (key !== null && key.value !== '') headers.set('Authorization', `Bearer ${key.value.trim()}`);
  // The browser writes the boundary of parts.
  if (sent !== undefined && !(sent instanceof FormData)) headers.set('Content-Type', type?.value ?? form.dataset.type);
  return [`${filled}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body: sent }];
}

/** Text as it comes, since a stream of events has no end. */
async function showText(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader.read()) shown.append(part.value);
}

/** JSON on lines of its own where that changes nothing but blanks: no number that JavaScript writes otherwise. */
async function showJson(answer) {
  const text = new Text(await answer.text());
  shown.append(text);
  const value = JSON.parse(text.data);
  if (JSON.stringify(value) === text.data) text.data = JSON.stringify(value, null, 2);
}

async function showFile(answer) {
  const [, named] = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition')) ?? [];
  const link = document.createElement('a');
  Object.assign(link, {
    href: URL.createObjectURL(await answer.blob()),
    download: named ?? `${location.pathname.split('/').at(-1)}.pdf`,
    textContent: 'Save the file',
  });
  shown.append(link);
}

const proposeRepeatKey = () => {
  // Pages without TLS have no random UUIDs, but on the reader's own machine.
  if (repeatKey !== null) repeatKey.value = crypto.randomUUID?.() ?? '';
};

async function send() {
  const [address, options] = requestOf();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(address, { ...options, credentials: 'omit', cache: 'no-store', signal });
  head.textContent = `${answer.status} ${answer.statusText}`;
  shown.textContent = `${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n`;
  const received = answer.headers.get('Content-Type') ?? '';
  await (received.includes('json') ? showJson : received.includes('pdf') ? showFile : showText)(answer);
  // What failed or was refused is repeated with the same key.
  if (answer.ok) proposeRepeatKey();
}

/** Whether the reader wants the change, which may be a real one. */
function isWanted() {
  const { method, path } = form.dataset;
  const entered = key?.value.trim() ?? '';
  if (method === 'GET' || entered === '' || entered.startsWith('crd_test_')) return true;
  return confirm(`Send ${method} ${path} with a key that is not a test key?`);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.disabled || !isWanted()) return;
  for (const { href } of shown.querySelectorAll('a')) URL.revokeObjectURL(href);
  answerBox.hidden = false;
  [head.textContent, shown.textContent, button.disabled] = ['Sending', '', true];
  await send().catch((error) => head.append(`; no whole answer: ${error.message}`));
  button.disabled = false;
});

/** The type that a file says, or its name; any but JSON where neither is one of the operation. */
function typeOf({ name, type: said }) {
  const types = [...type.options].map(({ value }) => value);
  return (
    types.find((one) => one === said || one.endsWith(`/${name.split('.').at(-1)}`)) ??
    types.find((one) => !one.includes('json'))
  );
}

file?.addEventListener('change', () => {
  const [chosen] = file.files;
  type.value = chosen === undefined ? form.dataset.type : typeOf(chosen);
});
type?.addEventListener('change', () => (file.required = !type.value.includes('json')));

proposeRepeatKey();
// A browser may refuse storage: what throws here stops nothing else.
key?.addEventListener('change', () => sessionStorage.setItem(KEPT_KEY, key.value.trim()));
if (key !== null) key.value = sessionStorage.getItem(KEPT_KEY) ?? '';
