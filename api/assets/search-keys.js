// `/`, and Ctrl-K or Command-K, lead to the field of every page's search.

function findSearch() {
  const field = document.querySelector('header .search input');
  field?.select();
  return field?.focus();
}

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isTyped = event.target.closest?.('input, textarea, select, dialog') != null;
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped;
  const isChord = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
  if (!isChord && (!isSlash || localStorage.getItem('corridor-no-keys') !== null)) return;
  event.preventDefault();
  findSearch();
});
