/* Starts the reference on the document of this very service. */
window.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // curl, TypeScript (fetch), Python and Go are shown.
  hiddenClients: {
    c: true,
    clojure: true,
    csharp: true,
    dart: true,
    fsharp: true,
    http: true,
    java: true,
    kotlin: true,
    node: true,
    objc: true,
    ocaml: true,
    php: true,
    powershell: true,
    r: true,
    ruby: true,
    rust: true,
    swift: true,
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  },
});

/*
 * What the reference gets wrong for screen readers and keyboards is set right whenever it has drawn something: buttons
 * that show a picture alone get a name, roles that their elements cannot have go, and a list of tabs that holds another
 * button is a group of buttons, one of them pressed.
 */
(() => {
  const name = (text) => (element) => element.setAttribute('aria-label', text);
  const without = (attribute) => (element) => element.removeAttribute(attribute);
  /** What is selected, told in a way that a button has. */
  const say = (attribute) => (element) => {
    element.setAttribute(attribute, element.getAttribute('aria-selected') ?? 'false');
    element.removeAttribute('aria-selected');
    if (element.getAttribute('role') === 'tab') element.removeAttribute('role');
  };
  const MENDS = [
    ['button.code-copy:not([aria-label]), button[class*="copy-button"]:not([aria-label])', name('Copy')],
    // Its words are hidden on a phone.
    ['button.client-libraries__select:not([aria-label])', name('More: select from all clients')],
    ['button[role="search"]:not([aria-label])', (button) => button.textContent.trim() === '' && name('Search')(button)],
    ['button[role="search"], aside[role="navigation"]', without('role')],
    ['.client-libraries-list[role="tablist"]', (list) => list.setAttribute('role', 'group')],
    ['[role="group"][aria-orientation]', without('aria-orientation')],
    ['.client-libraries-list button[aria-selected]', say('aria-pressed')],
    ['button[aria-selected]:not([role])', say('aria-current')],
    [
      'button.show-more[aria-label^="Show all "]',
      (button) => name(button.getAttribute('aria-label').replace('Show all', 'Show More:'))(button),
    ],
    // The page may open no window, which could act in a login to the console: its links lead on in this one.
    ['a[target]', without('target')],
    ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ];
  let isPlanned = false;
  const mendAll = () => {
    isPlanned = false;
    for (const [selector, mend] of MENDS) document.querySelectorAll(selector).forEach(mend);
  };
  const plan = () => {
    if (!isPlanned) requestAnimationFrame(mendAll);
    isPlanned = true;
  };
  new MutationObserver(plan).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['role', 'aria-selected', 'aria-label'],
  });
})();
