import MarkdownIt from 'markdown-it';

const { escapeHtml } = MarkdownIt().utils;

function groupOf({ title, pages }, { root, name }) {
  const items = pages.map((page) => {
    const current = page.name === name ? ' aria-current="page"' : '';
    return `<li><a href="${root}${page.name}"${current}>${escapeHtml(page.title)}</a></li>`;
  });
  const isOpen = title !== 'Packages' || name.startsWith('packages/');
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}

function outlineOf(headings) {
  const items = headings
    .filter(({ level }) => level === 2)
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
  if (items.length === 0) return '';
  return `<aside class="outline" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${items.join('')}</ul></aside>`;
}

/** The document of a page. It names all that it loads, and other pages, from its own address. */
export function documentOf({ name, html, headings, groups, assets }) {
  const root = '../'.repeat(name.split('/').length - 1) || './';
  const [{ title }] = headings;
  return `<!doctype html>
<html lang="en" data-root="${root}" data-index="${assets.index}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${name === 'index' ? '' : ' – Cairn'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}${assets.style}">
<link rel="alternate" type="text/markdown" href="${root}${name}.md">
<script type="module" src="${root}${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a href="${root}">Cairn</a>
<search><form>
<input type="search" aria-label="Search" placeholder="Search ( / )" autocomplete="off">
<ol class="found"></ol>
<p class="said" role="status"></p>
</form></search>
<a href="${root}api">API</a>
</header>
<div class="columns">
<nav class="menu" aria-label="Pages">
<button type="button" aria-expanded="false">Menu</button>
${groups.map((group) => groupOf(group, { root, name })).join('\n')}
</nav>
<main id="content">
${html}
<p><a href="${root}${name}.md">This page as Markdown</a></p>
</main>
${outlineOf(headings)}
</div>
</body>
</html>
`;
}
