// `/`, and Ctrl-K or Command-K, lead to the search of every page: to its field, or to the link that stands for it.

function findSearch() {
  const field = document.querySelector('header .search input');
  if (field === null) document.querySelector('header a.search')?.click();
  field?.select();
  return field?.focus();
}

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  // A field may be inside an element with a tree of its own.
  const [target] = event.composedPath();
  const isTyped = target.closest?.('input, textarea, select, dialog') != null;
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped;
  const isChord = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
  if (!isChord && (!isSlash || localStorage.getItem('corridor-no-keys') !== null)) return;
  event.preventDefault();
  findSearch();
});
