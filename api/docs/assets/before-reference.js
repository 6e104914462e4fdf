/*
 * Runs before the reference. Its policy takes no style but those that carry the nonce of the page, and the reference
 * makes its styles while it runs: each gets the nonce of this script. Attributes of style are set as properties.
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
})();
