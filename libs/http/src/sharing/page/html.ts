import { hash } from 'node:crypto';
import { MAP_STYLE, PROGRAM, STYLE } from './assets.js';
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

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** What a page may do besides showing styled pictures. Everything that is not listed here is forbidden. */
export interface Allowed {
  /** Whether the page has the script that loads further pages, or this script and the program of maps. */
  readonly scripts?: 'of pictures' | 'with a map' | undefined;
  /** The origins that the base map of its maps is loaded from, besides the service. */
  readonly mapsFrom?: readonly string[] | undefined;
  /** The origins whose pages may have it in a frame. */
  readonly frames?: readonly string[] | undefined;
}

const styles = `style-src ${hashOf(STYLE)} ${hashOf(MAP_STYLE)}`;

const policies = {
  none: styles,
  'of pictures': `${styles}; script-src ${hashOf(PROGRAM)}; connect-src 'self'`,
  // The program consists of several files with style sheets, runs a worker, and reads positions and the base map.
  'with a map': `${styles} 'self'; script-src ${hashOf(PROGRAM)} 'self'; worker-src 'self'; connect-src 'self'`,
} as const;

const sourcesOf = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('');

/** The headers of a page. */
export function pageHeaders({ scripts, mapsFrom = [], frames = [] }: Allowed = {}): Readonly<
  Record<string, string>
> {
  const others = scripts === 'with a map' ? sourcesOf(mapsFrom) : '';
  const policy = [
    `default-src 'none'; img-src 'self' data:${others}`,
    `${policies[scripts ?? 'none']}${others}`,
    `form-action 'self'; base-uri 'none'; frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'private, no-store',
    // Other sites get no referrer, those of tiles the origin, which some ask for. With `no-referrer`, forms of the page would be
    // sent with `Origin: null`.
    'Referrer-Policy': others === '' ? 'same-origin' : 'strict-origin-when-cross-origin',
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
  /** A map fills the window, its table does not. */
  readonly kind?: 'web-map' | 'web-map-table' | undefined;
}

/** A whole document. */
export function htmlPage({ title, head = '', body, script, kind }: Document, { language }: Texts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${head}<style>${STYLE}</style>${kind === undefined ? '' : `<style>${MAP_STYLE}</style>`}
</head>
<body${kind === undefined ? '' : ` class="${kind}"`}>
${body}${script === undefined ? '' : `\n<script type="module">${script}</script>`}
</body>
</html>
`;
}
