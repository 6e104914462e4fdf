/*
 * What guides without script lack: a button that copies a block, and the language that was chosen for one block is that of
 * all others, and of the next page.
 */
const CHOSEN = 'corridor-language';

const choose = (language) => {
  for (const choice of document.querySelectorAll('.samples > input'))
    if (choice.value === language) choice.checked = true;
};

addEventListener('change', ({ target }) => {
  if (!target.matches('.samples > input')) return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  // Blocks above grow or shrink: what is read stays where it is.
  scrollBy(0, target.getBoundingClientRect().top - top);
  localStorage.setItem(CHOSEN, target.value);
});

for (const block of navigator.clipboard === undefined ? [] : document.querySelectorAll('.sample')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'quiet small',
    textContent: 'Copy',
  });
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    button.textContent = await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
      () => 'Copied',
      () => 'Not allowed',
    );
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  block.querySelector('p').append(button);
}

// A browser may refuse storage: what throws here stops nothing else.
choose(localStorage.getItem(CHOSEN));
