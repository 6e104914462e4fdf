// Only what a page without script cannot do: copying a secret. Its button stays hidden where this does not run.
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
