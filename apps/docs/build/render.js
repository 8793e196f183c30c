import MarkdownIt from 'markdown-it';
import { anchorOf } from './anchors.js';

const markdown = MarkdownIt({ linkify: false });
const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;

/** Comments are for programs that read the Markdown. */
const withoutComments = (text) =>
  text
    .split(/(^ *```[^]*?^ *```)/m)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/<!--[^]*?-->/g, '').replaceAll('<br>', '  \n'),
    )
    .join('');

/** The name of a page, from the address of a file of Markdown. */
const asPage = (href) =>
  /^[a-z]+:/.test(href) ? href : href.replace(/(^|\/)index\.md(?=#|$)/, '$1./').replace(/\.md(?=#|$)/, '');

rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  token.attrSet('href', asPage(token.attrGet('href')));
  return self.renderToken(tokens, index, options);
};
rules.heading_open = (tokens, index, options, env, self) => {
  const text = tokens[index + 1].content;
  const base = anchorOf(text.replaceAll('`', ''));
  const before = env.anchors.get(base) ?? 0;
  env.anchors.set(base, before + 1);
  const id = before === 0 ? base : `${base}-${before}`;
  tokens[index].attrSet('id', id);
  env.headings.push({ id, level: Number(tokens[index].tag.slice(1)), title: plain(tokens[index + 1]) });
  return self.renderToken(tokens, index, options);
};
rules.heading_close = (tokens, index, options, env, self) => {
  const { id, level, title } = env.headings.at(-1);
  const link = `<a class="to-heading" href="#${id}" aria-label="Link to “${escapeHtml(title)}”">#</a>`;
  return (level === 1 ? '' : link) + self.renderToken(tokens, index, options);
};
// The policy forbids styles in elements.
for (const rule of ['th_open', 'td_open'])
  rules[rule] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
    token.attrs = side === undefined ? [] : [['class', `to-${side}`]];
    return self.renderToken(tokens, index, options);
  };
// What is wider than the page is moved by the keyboard too.
rules.table_open = () => '<div class="table" role="group" tabindex="0" aria-label="Table"><table>\n';
rules.table_close = () => '</table></div>\n';
/** Output is not to be copied. */
rules.fence = rules.code_block = (tokens, index) => {
  const { content, info } = tokens[index];
  const kind = /^(?:text|txt|)(?: |$)/.test(info) ? 'block output' : 'block';
  const [, title] = / title="([^"]*)"/.exec(info) ?? [];
  const name = title === undefined ? '' : `<p class="file">${escapeHtml(title)}</p>`;
  return `<div class="${kind}">${name}<pre tabindex="0"><code>${escapeHtml(content)}</code></pre></div>\n`;
};
rules.image = (tokens, index, options, env, self) => {
  tokens[index].attrSet('alt', self.renderInlineAsText(tokens[index].children, options, env));
  tokens[index].attrSet('loading', 'lazy');
  return self.renderToken(tokens, index, options);
};

const plain = ({ children, content }) =>
  children === null
    ? content
    : children.map((each) => (each.type === 'softbreak' ? ' ' : each.content)).join('');

/** The words of each section below a heading, without its code. */
function sectionsOf(tokens) {
  const sections = [];
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') sections.push([]);
    else if (token.type === 'inline' && tokens[index - 1].type !== 'heading_open')
      sections.at(-1)?.push(plain(token));
  });
  return sections.map((words) => words.join(' '));
}

/** A page as HTML, with its headings: `{ id, level, title, text }`, where `text` are the words below it. */
export function render(text) {
  const env = { anchors: new Map(), headings: [] };
  const tokens = markdown.parse(withoutComments(text), env);
  const sections = sectionsOf(tokens);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  return { html, headings: env.headings.map((heading, index) => ({ ...heading, text: sections[index] })) };
}
