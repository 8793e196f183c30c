import type { TableRow } from '@cairn/map-style';
import { PROGRAM } from './assets.js';
import { escaped, htmlPage } from './html.js';
import type { PageMap } from './link-map.js';
import type { PageAddresses } from './page-addresses.js';
import { pageHead, type ToldOf } from './page-head.js';
import { headOf } from './preview.js';
import type { Texts } from './texts.js';

interface WebMapPage {
  readonly addresses: PageAddresses;
  readonly shared: ToldOf;
  /** Absent where the program of maps was not built. */
  readonly map: PageMap | undefined;
}

/** A map of layers. A browser without scripts is led to its table. */
export function webMapPage({ addresses, shared, map }: WebMapPage, texts: Texts): string {
  const { title } = shared;
  const table = escaped(addresses.table());
  const alone = `<a class="button" href="${addresses.link}" target="_blank" rel="noopener">${texts.onMap.openMap}</a>`;
  const actions = addresses.isEmbedded ? [alone] : [];
  const body = `${pageHead({ addresses, shared, actions }, texts)}
<main>
${map?.section ?? ''}
<noscript><p><a href="${table}">${texts.onMap.asTable}</a></p></noscript>
</main>`;
  const refresh = `<noscript><meta http-equiv="refresh" content="0; url=${table}"></noscript>\n`;
  const head = headOf(addresses, shared) + refresh;
  return htmlPage({ title, head, body, script: PROGRAM, kind: 'web-map' }, texts);
}

/** A layer of which the page has a table. */
export interface TabledLayer {
  readonly id: string;
  readonly title: string;
}

interface TablePage extends Omit<WebMapPage, 'map'> {
  readonly layers: readonly TabledLayer[];
  /** The layer whose features these are; absent if none has features to list. */
  readonly shown?: TabledLayer | undefined;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly isFirst: boolean;
  readonly nextCursor?: string | undefined;
}

/** The features of a layer, page by page. It needs no script. */
export function webMapTablePage(page: TablePage, texts: Texts): string {
  const { addresses, shared, layers, shown, columns, rows, isFirst, nextCursor } = page;
  const link = (href: string, text: string, rest = ''): string =>
    `<a class="button"${rest} href="${escaped(href)}">${escaped(text)}</a>`;
  const others = layers
    .filter(({ id }) => id !== shown?.id)
    .map(({ id, title }) => link(addresses.table({ layer: id }), title));
  const layer = shown?.id;
  const pages = [
    ...(isFirst ? [] : [link(addresses.table({ layer }), texts.onMap.first)]),
    ...(nextCursor === undefined
      ? []
      : [link(addresses.table({ layer, cursor: nextCursor }), texts.onMap.more, ' rel="next"')]),
  ];
  const body = `${pageHead({ addresses, shared, actions: others }, texts)}
<main>
${shown === undefined ? `<p>${texts.onMap.noFeatures}</p>` : tableOf(shown.title, { columns, rows }, texts)}
${pages.length === 0 ? '' : `<nav>${pages.join(' ')}</nav>`}
</main>`;
  return htmlPage({ title: shared.title, head: headOf(addresses, shared), body }, texts);
}

function tableOf(
  title: string,
  { columns, rows }: Pick<TablePage, 'columns' | 'rows'>,
  texts: Texts,
): string {
  const heads = [texts.onMap.title, ...columns].map((name) => `<th scope="col">${escaped(name)}</th>`);
  const lines = rows.map(
    ({ title: name, cells }) =>
      `<tr><th scope="row">${escaped(name)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
  );
  return `<div class="scrolled" tabindex="0" role="region" aria-label="${escaped(title)}"><table>
<caption>${escaped(title)}</caption>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>`;
}
