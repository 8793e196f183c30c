import { escaped } from '../../sharing/page/html.js';
import type { Texts } from '../../sharing/page/texts.js';

/** What is told of a map. */
export interface ToldMap {
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
}

/** What the page may load: its own folder. Pages of links allow the same. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page of an exported map. All its addresses are within the folder. */
export function folderPage({ title, description }: ToldMap, script: string, texts: Texts): string {
  const data = {
    light: STYLES.light,
    dark: STYLES.dark,
    ends: texts.groundEnds,
    other: texts.otherValues,
    count: texts.featureCount,
    few: texts.few,
    many: texts.many,
    picture: texts.picture,
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
${description === '' ? '' : `<p>${escaped(description)}</p>\n`}</header>
<main class="map" aria-label="${escaped(texts.map)}"${attributes.join('')}>
<noscript><p>${escaped(texts.needsScripts)}</p></noscript>
</main>
<script type="module" src="${escaped(script)}"></script>
</body>
</html>
`;
}

/** The styles of an exported map, by theme. */
export const STYLES = { light: 'style.json', dark: 'style-dark.json' } as const;
