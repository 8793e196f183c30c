import { loadIndex, findSections } from './search.js';

const { root, index } = document.documentElement.dataset;
const input = document.querySelector('[type=search]');
const list = document.querySelector('.found');
const said = document.querySelector('.said');
let loading;

/** Loaded when somebody is about to search. */
const sections = () => (loading ??= loadIndex(root + index));

function entryOf({ id, title, page }) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  const where = document.createElement('small');
  link.href = root + id;
  link.textContent = title;
  where.textContent = title === page ? '' : page;
  link.append(where);
  entry.append(link);
  return entry;
}

function close() {
  list.replaceChildren();
  said.textContent = '';
}

async function show() {
  const words = input.value.trim();
  const found = words === '' ? [] : findSections(await sections(), words);
  if (words !== input.value.trim()) return; // more was typed in the meantime
  list.replaceChildren(...found.map(entryOf));
  said.textContent = words !== '' && found.length === 0 ? `Nothing is found for “${words}”.` : '';
}

/** Moves from the field to what is found, and back. */
function move(event, step) {
  const stops = [input, ...list.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

input.addEventListener('focus', sections);
input.addEventListener('input', show);
input.form.addEventListener('submit', async (event) => {
  event.preventDefault();
  await show();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input');
  if ((event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)) {
    event.preventDefault();
    input.select();
  }
  if (!event.target.closest('search')) return;
  if (event.key === 'ArrowDown') move(event, 1);
  if (event.key === 'ArrowUp') move(event, -1);
  if (event.key !== 'Escape') return;
  close();
  input.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('search') || target.closest('.found a')) close(); // what is found may be on this page
});

const menu = document.querySelector('.menu');
const toggle = menu.querySelector('button');
toggle.addEventListener('click', () => {
  toggle.setAttribute('aria-expanded', String(menu.classList.toggle('open')));
});

// Without a secure context a page cannot write the clipboard, and offers nothing.
if (navigator.clipboard !== undefined)
  for (const block of document.querySelectorAll('.block:not(.output)')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('pre').textContent);
      button.textContent = 'Copied';
    });
    block.append(button);
  }
