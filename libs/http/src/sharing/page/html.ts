import { hash } from 'node:crypto';
import { LIGHTBOX } from './script.js';
import type { Texts } from './texts.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --text: #1b1f24; --quiet: #57606a; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --text: #e8eaed; --quiet: #a0a8b0; --accent: #7db8f0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main, footer { margin: 0 auto; max-width: 1600px; padding: 16px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; overflow-wrap: anywhere; }
p { margin: 8px 0; white-space: pre-line; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.grid { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; }
.grid li { flex: 1 1 auto; height: 220px; max-width: 100%; }
.grid a { display: block; height: 100%; }
.grid img { display: block; width: 100%; height: 100%; object-fit: cover; border-radius: 4px; background: #8882; }
.grid .filler { flex: 1000 1 0; height: 0; }
.one { display: block; margin: 0 auto; max-width: 100%; max-height: 82vh; width: auto; height: auto; }
nav { display: flex; flex-wrap: wrap; gap: 16px; padding: 12px 0; }
form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
label { display: grid; gap: 4px; min-width: 0; }
.add p { flex-basis: 100%; margin: 0; }
input, button { min-height: 44px; max-width: 100%; box-sizing: border-box; padding: 8px 12px; border: 1px solid var(--quiet); border-radius: 6px; background: none; color: inherit; font: inherit; }
button { border-color: var(--accent); background: var(--accent); color: var(--ground); cursor: pointer; }
.wrong { color: #b3261e; } @media (prefers-color-scheme: dark) { .wrong { color: #ffb4ab; } }
html:has(dialog[open]) { overflow: hidden; }
dialog { --text: #e8eaed; --quiet: #a0a8b0; --accent: #7db8f0; width: 100%; max-width: none; height: 100%; max-height: none; padding: 0; border: 0; background: #14171a; color: var(--text); color-scheme: dark; outline: none; }
dialog[open] { display: grid; grid-template: auto minmax(0, 1fr) / auto minmax(0, 1fr) auto; }
dialog button, dialog a { border-color: transparent; background: none; color: inherit; }
dialog button:hover, dialog button[aria-pressed=true] { background: #fff2; }
dialog button:disabled { visibility: hidden; }
dialog .bar { display: flex; grid-column: 1 / -1; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 4px 8px 4px 16px; }
dialog .place { margin-right: auto; font-variant-numeric: tabular-nums; }
dialog .symbol { align-self: center; min-width: 44px; font-size: 36px; line-height: 1; text-align: center; text-decoration: none; }
dialog figure { display: grid; grid-template-rows: minmax(0, 1fr) auto; min-height: 0; margin: 0; }
dialog .frame { min-height: 0; overflow: hidden; }
dialog .large { overflow: auto; }
dialog figure .large img { width: 250%; height: 250%; touch-action: auto; cursor: zoom-out; }
dialog figure img { display: block; width: 100%; height: 100%; object-fit: contain; touch-action: pan-y pinch-zoom; user-select: none; -webkit-user-drag: none; }
dialog.zoomed figure img { touch-action: auto; }
dialog figcaption { padding: 8px 16px; text-align: center; overflow-wrap: anywhere; }
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: appear 160ms; } }
@keyframes appear { from { opacity: 0; } }
@media (max-width: 600px) {
dialog[open] { grid-template: auto minmax(0, 1fr) auto / auto 1fr auto; }
dialog figure { grid-column: 1 / -1; }
dialog > .symbol { grid-row: 3; }
dialog > .symbol:last-child { grid-column: 3; }
}
@media (max-width: 600px) { .grid li { height: 130px; } header, main, footer { padding: 12px; } }
`;

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** What a page may do besides showing styled pictures. Everything that is not listed here is forbidden. */
export interface Allowed {
  /** Whether the page has the script that loads further pages, or this script and the program of maps. */
  readonly scripts?: 'of pictures' | 'with a map' | undefined;
  /** The origins whose pages may have it in a frame. */
  readonly frames?: readonly string[] | undefined;
}

const policies = {
  none: `style-src ${hashOf(STYLE)}`,
  'of pictures': `style-src ${hashOf(STYLE)}; script-src ${hashOf(LIGHTBOX)}; connect-src 'self'`,
  // The program consists of several files with style sheets, runs a worker, and reads positions and the base map.
  'with a map': `style-src ${hashOf(STYLE)} 'self'; script-src ${hashOf(LIGHTBOX)} 'self'; worker-src 'self'; connect-src 'self'`,
} as const;

/** The headers of a page. */
export function pageHeaders({ scripts, frames = [] }: Allowed = {}): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'; img-src 'self' data:",
    policies[scripts ?? 'none'],
    `form-action 'self'; base-uri 'none'; frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'private, no-store',
    // Other sites get no referrer. With `no-referrer`, forms of the page would be sent with `Origin: null`.
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept-Language',
  };
}

interface Document {
  readonly title: string;
  /** Elements for the head, as HTML. */
  readonly head?: string | undefined;
  /** As HTML. */
  readonly body: string;
  readonly script?: string | undefined;
}

/** A whole document. */
export function htmlPage({ title, head = '', body, script }: Document, { language }: Texts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${head}<style>${STYLE}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script type="module">${script}</script>`}
</body>
</html>
`;
}
