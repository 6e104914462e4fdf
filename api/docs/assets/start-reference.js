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

/* Some buttons of the reference show a picture alone; a screen reader needs their names. */
(() => {
  const NAMES = {
    'button.code-copy:not([aria-label]), button[class*="copy-button"]:not([aria-label])': 'Copy',
    'button.client-libraries__select:not([aria-label])': 'More languages',
    'button[role="search"]:not([aria-label])': 'Search',
  };
  let isPlanned = false;
  const nameButtons = () => {
    isPlanned = false;
    for (const [selector, name] of Object.entries(NAMES)) {
      for (const button of document.querySelectorAll(selector)) button.setAttribute('aria-label', name);
    }
  };
  const plan = () => {
    if (!isPlanned) requestAnimationFrame(nameButtons);
    isPlanned = true;
  };
  new MutationObserver(plan).observe(document.getElementById('reference'), { childList: true, subtree: true });
})();
