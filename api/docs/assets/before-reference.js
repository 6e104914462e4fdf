/*
 * Runs before the reference. Its policy takes no style but those that carry the nonce of the page, and the reference
 * makes its styles while it runs: each gets the nonce of this script. Attributes of style are set as properties, those
 * in templates after the template has been read.
 */
(() => {
  const { nonce } = document.currentScript;
  // The explorer takes keys from addresses that a log-in elsewhere leads back to. Here are none: an address names an operation.
  const keepRoute = () => {
    const [route = ''] = /^#\?route=[\w./~%-]*$/.exec(location.hash) ?? [];
    if (location.search !== '' || location.hash !== route) history.replaceState(null, '', location.pathname + route);
  };
  keepRoute();
  addEventListener('hashchange', keepRoute);
  // Lit reads this where a browser has no adopted style sheets.
  window.litNonce = nonce;
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this.style !== undefined) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const KEPT = 'data-kept-style';
  const setHtml = function (html) {
    const text = String(html).replaceAll('<style>', `<style nonce="${nonce}">`);
    if (!text.includes(' style="')) return set.call(this, text);
    set.call(this, text.replace(/(<[a-z][^<>]*) style="/gi, `$1 ${KEPT}="`));
    for (const element of (this.content ?? this).querySelectorAll(`[${KEPT}]`)) {
      element.style.cssText = element.getAttribute(KEPT);
      element.removeAttribute(KEPT);
    }
  };
  Object.defineProperty(Element.prototype, 'innerHTML', { get, set: setHtml, configurable: true, enumerable: true });
})();
