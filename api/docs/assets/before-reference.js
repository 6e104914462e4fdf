/*
 * Runs before the reference. Its policy takes no style but those that carry the nonce of the page, and the reference
 * makes its styles while it runs: each gets the nonce of this script. Attributes of style are set as properties, those
 * in templates after the template has been read.
 */
(() => {
  const { nonce } = document.currentScript;
  const { createElement } = Document.prototype;
  Document.prototype.createElement = function (...parts) {
    const element = createElement.apply(this, parts);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this.style !== undefined) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const KEPT = 'data-kept-style';
  const setHtml = function (html) {
    const text = String(html);
    if (!text.includes(' style="')) return set.call(this, html);
    set.call(this, text.replace(/(<[a-z][^<>]*) style="/gi, `$1 ${KEPT}="`));
    for (const element of (this.content ?? this).querySelectorAll(`[${KEPT}]`)) {
      element.style.cssText = element.getAttribute(KEPT);
      element.removeAttribute(KEPT);
    }
  };
  Object.defineProperty(Element.prototype, 'innerHTML', { get, set: setHtml, configurable: true, enumerable: true });
  // A library in the reference tries once whether code can be made of text: it is told no before the policy is asked.
  window.Function = new Proxy(Function, {
    construct(target, parts, made) {
      if (parts.length === 1 && parts[0] === '') throw new EvalError('No code is made of text here.');
      return Reflect.construct(target, parts, made);
    },
  });
})();
