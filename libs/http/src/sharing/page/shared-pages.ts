import type { Shared, SharedImage } from '@cairn/api-schema';
import { PAGE_QUERIES } from '../page-queries.js';
import { addingForm, thanks, type Taken } from './adding-form.js';
import { PROGRAM } from './assets.js';
import { escaped, htmlPage } from './html.js';
import type { PageMap } from './link-map.js';
import type { PageAddresses } from './page-addresses.js';
import { pageHead } from './page-head.js';
import { dateText } from './picture-days.js';
import { nameOf, pathOf, pictureGrid } from './picture-grid.js';
import { headOf, headOfPicture } from './preview.js';
import type { Texts } from './texts.js';

/** A page of pictures. */
export interface PicturePage {
  readonly addresses: PageAddresses;
  /** The address of the link in the API. */
  readonly api: string;
  /** What the server takes of those who may add pictures. */
  readonly taken: Taken;
  readonly shared: Shared;
  readonly images: readonly SharedImage[];
  readonly isFirst: boolean;
  readonly map?: PageMap | undefined;
  readonly nextCursor?: string | undefined;
  /** The identifier of a picture that the reader has just added, or `waiting`. */
  readonly added?: string | undefined;
}

/** All pictures, page by page. */
export function picturesPage(page: PicturePage, texts: Texts): string {
  const { addresses, api, shared, images, isFirst, nextCursor, map, added, taken } = page;
  const { title, role, download } = shared;
  const isAll = isFirst && nextCursor === undefined;
  const count = shared.imageCount ?? (isAll && images.length > 0 ? images.length : null);
  const adds = role === 'contributor' && !addresses.isEmbedded;
  const actions = [
    ...(adds ? [`<a class="button primary" href="#add">${texts.add}</a>`] : []),
    ...(download ? [`<a class="button" href="${api}/download" download>${texts.downloadAll}</a>`] : []),
    ...(images.length < 2 ? [] : [`<button name="slideshow" hidden>${texts.slideshow}</button>`]),
    ...(map === undefined ? [] : [map.button]),
  ];
  const head = {
    addresses,
    shared,
    count: count === null ? undefined : countOf(count, texts),
    actions,
  };
  const links = [
    ...(isFirst ? [] : [`<a class="button" href="${addresses.pictures()}">${texts.start}</a>`]),
    ...(nextCursor === undefined
      ? []
      : [`<a class="button" rel="next" href="${escaped(addresses.pictures(nextCursor))}">${texts.more}</a>`]),
  ];
  const seen = added === undefined || added === 'waiting' ? undefined : addresses.picture(added);
  const body = `${pageHead(head, texts)}
<main>
${adds && added !== undefined ? thanks(seen && escaped(seen), texts) : ''}
${adds ? addingForm({ url: addresses.link, upload: `${api}/upload`, taken, approval: shared.approval }, texts) : ''}
${map?.section ?? ''}
${pictureGrid({ addresses, images, list: `${api}/images` }, texts)}
${links.length === 0 ? '' : `<nav>${links.join(' ')}</nav>`}
</main>
${lightbox({ count, download }, texts)}`;
  return htmlPage({ title, head: headOf(addresses, shared), body, script: PROGRAM }, texts);
}

/** How many there are, which the script changes when some are added. */
const countOf = (count: number, texts: Texts): string =>
  `<span class="count" data-one="${texts.pictures(1)}" data-several="${texts.several}">${texts.pictures(count)}</span>`;

interface Looked {
  /** How many pictures there are, if that is known. */
  readonly count: number | null;
  /** Whether holders may have originals. */
  readonly download: boolean;
}

/** The box in which the script shows a picture. Without the script it stays closed. */
function lightbox({ count, download }: Looked, texts: Texts): string {
  const symbol = (name: string, label: string, text: string): string =>
    `<button class="symbol" name="${name}" aria-label="${label}">${text}</button>`;
  return `<dialog aria-label="${texts.picture}" tabindex="-1"${count === null ? '' : ` data-count="${count}"`}>
<div class="bar"><span class="place"></span>
<button name="zoom" aria-pressed="false" aria-keyshortcuts="z">${texts.zoom}</button>
<button name="play" aria-pressed="false">${texts.slideshow}</button>
${download ? `<a class="symbol" href="" download aria-label="${texts.download}">↓</a>` : ''}
${symbol('close', texts.close, '×')}</div>
${symbol('previous', texts.previous, '‹')}
<figure><div class="frame" tabindex="-1"><img alt=""></div><figcaption aria-live="polite"><b></b> <span></span> <time></time></figcaption></figure>
${symbol('next', texts.next, '›')}
</dialog>`;
}

export interface PictureOf {
  readonly addresses: PageAddresses;
  readonly title: string;
  readonly image: SharedImage;
  /** Identifiers of the pictures before and after it. */
  readonly neighbours: { readonly previous?: string | undefined; readonly next?: string | undefined };
}

/** One picture. */
export function picturePage({ addresses, title, image, neighbours }: PictureOf, texts: Texts): string {
  const { file, original, width, height, takenAt, caption } = image;
  const { previous, next } = neighbours;
  const link = (href: string, text: string, rest = ''): string =>
    `<a class="button"${rest} href="${href}">${text}</a>`;
  const links = [
    ...(previous === undefined
      ? []
      : [link(addresses.picture(previous), `← ${texts.previous}`, ' rel="prev"')]),
    link(addresses.pictures(), texts.back),
    ...(next === undefined ? [] : [link(addresses.picture(next), `${texts.next} →`, ' rel="next"')]),
    ...(original === null ? [] : [`<a class="button" href="${original}" download>${texts.download}</a>`]),
  ];
  const name = escaped(nameOf(image));
  const body = `<main>
<nav class="actions">${links.join(' ')}</nav>
<figure class="one">
<img src="${pathOf(file)}?${PAGE_QUERIES.large}" alt="${name}" width="${width}" height="${height}">
<figcaption><b>${name}</b>${caption === undefined ? '' : ` <span>${escaped(caption)}</span>`}${takenAt === undefined ? '' : ` <time datetime="${takenAt}">${dateText(takenAt, texts.language)}</time>`}</figcaption>
</figure>
</main>`;
  const head = headOfPicture(addresses, image);
  return htmlPage({ title: `${nameOf(image)} – ${title}`, head, body }, texts);
}
