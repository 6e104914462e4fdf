/*
 * Sends the request that is entered in the form of an operation, and shows the answer. It goes without the cookies of the
 * console; the key is kept until the window is closed.
 */
const KEPT_KEY = 'corridor-api-key';
const LIMIT_MS = 30_000;

const form = document.querySelector('form.try');
const { key, body, file, type } = form.elements;
const answerBox = form.querySelector('.sample');
const [head, shown] = [answerBox.querySelector('p'), answerBox.querySelector('code')];
if (key !== undefined) key.value = sessionStorage.getItem(KEPT_KEY) ?? '';

/** What is entered for the parameters of one place: path, query or header. */
const enteredIn = (place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)]
    .map(({ name, value }) => [name, value.trim()])
    .filter(([, value]) => value !== '');

function bodyOf() {
  const [chosen] = file?.files ?? [];
  if (chosen === undefined) return body?.value;
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
  if (key !== undefined && key.value !== '') headers.set('Authorization', `Bearer ${key.value.trim()}`);
  // The browser writes the boundary of parts.
  if (sent !== undefined && !(sent instanceof FormData)) headers.set('Content-Type', type?.value ?? form.dataset.type);
  return [`${filled}${query.size > 0 ? `?${query}` : ''}`, { method, headers, body: sent }];
}

/** Text as it comes, since a stream of events has no end. */
async function showText(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader.read()) shown.append(part.value);
}

async function showJson(answer) {
  shown.append(JSON.stringify(await answer.json(), null, 2));
}

async function showFile(answer) {
  const link = document.createElement('a');
  Object.assign(link, { href: URL.createObjectURL(await answer.blob()), download: '', textContent: 'Save the file' });
  shown.append(link);
}

async function send() {
  const [address, options] = requestOf();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const answer = await fetch(address, { ...options, credentials: 'omit', cache: 'no-store', signal });
  head.textContent = `${answer.status} ${answer.statusText}`;
  shown.textContent = `${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n`;
  const received = answer.headers.get('Content-Type') ?? '';
  await (received.includes('json') ? showJson : received.includes('pdf') ? showFile : showText)(answer);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (key !== undefined) sessionStorage.setItem(KEPT_KEY, key.value.trim());
  answerBox.hidden = false;
  [head.textContent, shown.textContent] = ['Sending', ''];
  await send().catch((error) => (head.textContent = `No whole answer: ${error.message}`));
});
