// Only what a page without script cannot do: copying a secret, taking the code of a link from the address, following what
// changes by itself, a preview that follows what is typed, times as they are said, second clicks, and the keyboard; what
// leads to the search is in search-keys.js.

// In the language of the page, as the server writes them; a page of the release before this script has none.
const words = JSON.parse(document.body.dataset.words ?? '{}');

// The button stays hidden where this does not run.
for (const button of document.querySelectorAll('[data-copy]')) {
  const name = button.dataset.copy;
  const field = document.getElementById(name);
  const status = document.querySelector(`[data-copied="${name}"]`);
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = words.copied;
    } catch {
      status.textContent = words.pressToCopy;
    }
  });
}

// The code of a link is the fragment of its address, which no server is sent; it is left in no history either.
function takeLinkCode() {
  const field = document.querySelector('form[action="/console/link"] input[name="token"]');
  if (field === null || location.hash.length <= 1) return;
  field.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  field.form.requestSubmit();
}

takeLinkCode();
// A second link that is opened in the same tab loads no page.
addEventListener('hashchange', takeLinkCode);

// A proof renews the login: what a second click sends at once would still have the cookie of before.
for (const { form } of document.querySelectorAll('form input[name="proof"]')) {
  let sentAt = -Infinity;
  form.addEventListener('submit', (event) => {
    if (event.timeStamp - sentAt < 3_000) event.preventDefault();
    else sentAt = event.timeStamp;
  });
}

// What was just done is read out.
const done = document.getElementById('done');
done?.setAttribute('tabindex', '-1');
done?.focus({ preventScroll: true });

// A browser gives a host few connections: only the page that is looked at holds one.
const FOLLOW_AGAIN_MS = 10_000;
const FOCUSABLE = 'a, [tabindex]';

function followPart(part, state) {
  let source = null;
  let isPressed = false;
  let held = null;

  // Between the press and the release of a button its element must stay: the browser sees no click otherwise. So must a
  // form that is open.
  function show(html) {
    const isHeld = isPressed || part.querySelector('details[open]') !== null;
    held = isHeld ? html : null;
    if (isHeld) return;
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    if (body.innerHTML === part.innerHTML) return;
    const place = [...part.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
    part.replaceChildren(...body.childNodes);
    sayTimes(part);
    if (place >= 0) part.querySelectorAll(FOCUSABLE)[place]?.focus();
  }

  // The click follows the release.
  function release() {
    isPressed = false;
    if (held !== null) setTimeout(show, 0, held);
  }

  part.addEventListener('pointerdown', () => (isPressed = true));
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  part.addEventListener('toggle', release, true);

  function leave() {
    source?.close();
    source = null;
  }

  function follow() {
    if (document.hidden) return leave();
    if (source !== null) return;
    source = new EventSource(location.pathname + location.search);
    source.onopen = () => (state.textContent = words.live);
    source.onmessage = ({ data }) => show(JSON.parse(data));
    source.onerror = () => {
      // Whatever else ends a stream, the browser connects anew by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      leave();
      state.textContent = words.notLive;
      setTimeout(follow, FOLLOW_AGAIN_MS);
    };
  }

  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', follow);
}

const livePart = document.querySelector('[data-live]');
if (livePart !== null) followPart(livePart, document.querySelector('[data-live-state]'));

// What is typed is shown once nobody has typed for so long.
const PREVIEW_AFTER_MS = 700;

// A fault goes once its field is changed.
function mend(path) {
  const field = document.getElementById(path);
  field?.removeAttribute('aria-invalid');
  document.getElementById(`${path}-fault`)?.remove();
  for (const link of document.querySelectorAll('.notice.bad li a')) {
    if (link.hash !== `#${path}`) continue;
    const notice = link.closest('.notice');
    link.closest('li').remove();
    if (notice.querySelector('li') === null) notice.remove();
  }
}

addEventListener('input', ({ target }) => {
  if (document.querySelector('.notice.bad li a') !== null) mend(target.id);
});

// What a preview finds no more is mended, too: a sum by its parts, and everything once the document is shown, which no
// script of this page can read. A page that names no field, such as that of a limit, says nothing about the form.
function mendBy(preview, form) {
  if (preview !== null && preview.querySelector('.notice.bad a') === null) return;
  const left = new Set([...(preview?.querySelectorAll('.notice.bad a') ?? [])].map(({ hash }) => hash.slice(1)));
  for (const { id } of form.querySelectorAll('.fault')) {
    const path = id.replace(/-fault$/, '');
    if (!left.has(path)) mend(path);
  }
}

function followForm(form) {
  const button = form.querySelector('button[formtarget]');
  let timer = null;

  let frame = document.querySelector(`iframe[name="${form.dataset.preview}"]`);
  let answers = 0;
  frame.addEventListener('load', ({ target }) => mendBy(target.contentDocument, form));
  // On a phone the frame is far below the button.
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.matches('.bar [formtarget]')) frame.scrollIntoView({ block: 'nearest' });
  });

  // A frame of its own for each answer: a second one in the same frame would be a step of the button Back. It has a name of
  // its own, too: a frame keeps the name that it began with.
  function refresh() {
    const old = frame;
    const next = old.cloneNode();
    next.removeAttribute('src');
    next.style.display = 'none';
    answers += 1;
    next.name = `${form.dataset.preview}-${answers}`;
    for (const preview of form.querySelectorAll('[formtarget]')) preview.formTarget = next.name;
    old.after(next);
    frame = next;
    next.addEventListener('load', () => {
      next.style.display = '';
      old.remove();
      mendBy(next.contentDocument, form);
    });
    form.requestSubmit(button);
  }

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, PREVIEW_AFTER_MS);
  });
}

const previewedForm = document.querySelector('form[data-preview]');
if (previewedForm !== null) followForm(previewedForm);

// In lists a time is said as seen from now; the exact one is shown where the pointer rests, and read where it has focus.
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const { lang } = document.documentElement;
const relative = new Intl.RelativeTimeFormat(lang, { style: lang === 'en' ? 'narrow' : 'short' });
const now = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'second');

function sayTimes(part) {
  for (const time of part.querySelectorAll(':is(td, th) time[datetime]:not(.absolute)')) {
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, length] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? UNITS.at(-1);
    // Of what is weeks away, and where the order of moments is told, the exact time says more.
    if (Math.abs(seconds) > 14 * 86_400 || !/^\S+ \d\d:\d\d UTC$/.test(time.textContent)) continue;
    time.title = time.textContent;
    time.textContent = Math.abs(seconds) < 60 ? now : relative.format(Math.round(seconds / length), unit);
  }
}

sayTimes(document);

// Single keys, unless somebody types or has turned them off.
const NO_KEYS = 'corridor-no-keys';
let isGoing = false;

function showKeys() {
  const dialog = document.createElement('dialog');
  const places = [...document.querySelectorAll('nav [data-key]')].map((link) => [
    `g ${link.dataset.key}`,
    link.querySelector('span').textContent,
  ]);
  const list = document.createElement('dl');
  for (const [keys, what] of [['/', words.search], ['?', words.theseKeys], ...places]) {
    const [name, text] = [document.createElement('dt'), document.createElement('dd')];
    name.append(Object.assign(document.createElement('kbd'), { textContent: keys }));
    text.textContent = what;
    list.append(name, text);
  }
  dialog.innerHTML =
    '<h2></h2><form method="dialog"><p><label><input type="checkbox"> </label></p><button class="quiet"></button></form>';
  dialog.setAttribute('aria-label', words.keys);
  dialog.querySelector('h2').textContent = words.keys;
  dialog.querySelector('label').append(words.useKeys);
  dialog.querySelector('button').textContent = words.close;
  dialog.querySelector('h2').after(list);
  const box = dialog.querySelector('input');
  box.checked = localStorage.getItem(NO_KEYS) === null;
  box.addEventListener('change', () =>
    box.checked ? localStorage.removeItem(NO_KEYS) : localStorage.setItem(NO_KEYS, 'yes'),
  );
  // By Escape it is cancelled at once and closed later: a key between the two belongs to the page.
  for (const end of ['cancel', 'close']) dialog.addEventListener(end, () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, textarea, select, dialog')) return;
  // By this key alone what was turned off is turned on again.
  if (key === '?') return showKeys();
  if (localStorage.getItem(NO_KEYS) !== null) return;
  const place = isGoing ? document.querySelector(`nav [data-key="${CSS.escape(key)}"]`) : null;
  isGoing = key === 'g';
  place?.click();
});
