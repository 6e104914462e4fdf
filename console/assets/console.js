// Only what a page without script cannot do: copying a secret, taking the code of a link from the address, following what
// changes by itself, and a preview that follows what is typed.

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
      status.textContent = 'Copied';
    } catch {
      status.textContent = 'Press Ctrl+C to copy';
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

// A browser gives a host few connections: only the page that is looked at holds one.
const FOLLOW_AGAIN_MS = 10_000;
const FOCUSABLE = 'a, [tabindex]';

function followPart(part, state) {
  let source = null;
  let isPressed = false;
  let held = null;

  // Between the press and the release of a button its element must stay: the browser sees no click otherwise.
  function show(html) {
    held = isPressed ? html : null;
    if (isPressed) return;
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    if (body.innerHTML === part.innerHTML) return;
    const place = [...part.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
    part.replaceChildren(...body.childNodes);
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

  function leave() {
    source?.close();
    source = null;
  }

  function follow() {
    if (document.hidden) return leave();
    if (source !== null) return;
    source = new EventSource(location.pathname + location.search);
    source.onopen = () => (state.textContent = 'Live: this page follows what happens.');
    source.onmessage = ({ data }) => show(JSON.parse(data));
    source.onerror = () => {
      // Whatever else ends a stream, the browser connects anew by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      leave();
      state.textContent = 'Not live at present: reload the page to see what is new.';
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

function followForm(form) {
  const button = form.querySelector('button[formtarget]');
  let timer = null;

  // A frame of its own for each answer: a second one in the same frame would be a step of the button Back.
  function refresh() {
    const old = document.querySelector(`iframe[name="${form.dataset.preview}"]`);
    const next = old.cloneNode();
    next.removeAttribute('src');
    next.style.display = 'none';
    old.removeAttribute('name');
    old.after(next);
    next.addEventListener('load', () => {
      next.style.display = '';
      old.remove();
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
