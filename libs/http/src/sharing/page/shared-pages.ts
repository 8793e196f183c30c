import type { Shared, SharedImage } from '@cairn/api-schema';
import { addingForm } from './adding-form.js';
import { escaped, htmlPage } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import { LIGHTBOX } from './script.js';
import { PAGE_QUERIES } from '../page-queries.js';
import type { Texts } from './texts.js';

/** A page of pictures. */
export interface PicturePage {
  readonly addresses: PageAddresses;
  /** The address of all originals. */
  readonly archive: string;
  /** Where pictures are sent to. */
  readonly upload: string;
  readonly shared: Shared;
  readonly images: readonly SharedImage[];
  readonly isFirst: boolean;
  /** The map of the pictures, as HTML. */
  readonly map?: string | undefined;
  readonly nextCursor?: string | undefined;
}

/** All pictures, page by page. */
export function picturesPage(page: PicturePage, texts: Texts): string {
  const { addresses, archive, shared, images, isFirst, nextCursor, map = '' } = page;
  const { title } = shared;
  const pictures = images.map(
    ({ id, name, file, width, height }) =>
      `<li><a href="${addresses.picture(id)}" data-large="${file}?${PAGE_QUERIES.large}"><img src="${file}?${PAGE_QUERIES.thumbnail}" alt="${escaped(name)}" loading="lazy" width="${width}" height="${height}"></a></li>`,
  );
  const links = [
    ...(shared.download ? [`<a href="${archive}" download>${texts.downloadAll}</a>`] : []),
    ...(isFirst ? [] : [`<a href="${addresses.pictures()}">${texts.start}</a>`]),
    ...(nextCursor === undefined
      ? []
      : [`<a rel="next" href="${escaped(addresses.pictures(nextCursor))}">${texts.more}</a>`]),
  ];
  const body = `<header>
<h1>${escaped(title)}</h1>${addresses.isEmbedded ? '' : about(page, texts)}
</header>
<main>
${map}
${pictures.length === 0 ? `<p>${texts.empty}</p>` : `<ul class="grid">\n${pictures.join('\n')}\n<li class="filler" aria-hidden="true"></li>\n</ul>`}
${links.length === 0 ? '' : `<nav>${links.join(' ')}</nav>`}
</main>
${lightbox(shared, texts)}`;
  return htmlPage(
    {
      title,
      head: headOf(addresses, shared),
      body,
      script: LIGHTBOX,
    },
    texts,
  );
}

function about({ addresses, upload, shared }: PicturePage, texts: Texts): string {
  const { description, imageCount, role } = shared;
  return `
${description === '' ? '' : `<p>${escaped(description)}</p>`}
${imageCount === null ? '' : `<p class="quiet">${texts.pictures(imageCount)}</p>`}
${role === 'contributor' ? addingForm({ url: addresses.link, upload }, texts) : ''}`;
}

/** The box in which the script shows a picture. Without the script it stays closed. */
function lightbox({ imageCount, download }: Shared, texts: Texts): string {
  const symbol = (name: string, label: string, text: string): string =>
    `<button class="symbol" name="${name}" aria-label="${label}">${text}</button>`;
  return `<dialog aria-label="${texts.picture}" tabindex="-1"${imageCount === null ? '' : ` data-count="${imageCount}"`}>
<div class="bar"><span class="place"></span>
<button name="zoom" aria-pressed="false" aria-keyshortcuts="z">${texts.zoom}</button>
<button name="play" aria-pressed="false">${texts.slideshow}</button>
${download ? `<a class="symbol" href="" download aria-label="${texts.download}">↓</a>` : ''}
${symbol('close', texts.close, '×')}</div>
${symbol('previous', texts.previous, '‹')}
<figure><div class="frame" tabindex="-1"><img alt=""></div><figcaption aria-live="polite"></figcaption></figure>
${symbol('next', texts.next, '›')}
</dialog>`;
}

/** One picture. */
export function picturePage({ addresses, title, image, neighbours }: PictureOf, texts: Texts): string {
  const { id, name, file, original, width, height } = image;
  const { previous, next } = neighbours;
  const links = [
    ...(previous === undefined
      ? []
      : [`<a rel="prev" href="${addresses.picture(previous)}">← ${texts.previous}</a>`]),
    `<a href="${addresses.pictures()}">${texts.back}</a>`,
    ...(next === undefined ? [] : [`<a rel="next" href="${addresses.picture(next)}">${texts.next} →</a>`]),
    ...(original === null ? [] : [`<a href="${original}" download>${texts.download}</a>`]),
  ];
  const body = `<main>
<nav>${links.join(' ')}</nav>
<img class="one" src="${file}?${PAGE_QUERIES.large}" alt="${escaped(name)}" width="${width}" height="${height}">
<p class="quiet">${escaped(name)}</p>
</main>`;
  const head = oembedLink(addresses.oembed(`/${id}`), name);
  return htmlPage({ title: `${name} – ${title}`, head, body }, texts);
}

export interface PictureOf {
  readonly addresses: PageAddresses;
  readonly title: string;
  readonly image: SharedImage;
  /** Identifiers of the pictures before and after it. */
  readonly neighbours: { readonly previous?: string | undefined; readonly next?: string | undefined };
}

/** Asks for the password. */
export function passwordPage(
  { url, isWrong }: { readonly url: string; readonly isWrong: boolean },
  texts: Texts,
): string {
  const body = `<main>
<h1>${texts.locked}</h1>
<form method="post" action="${url}">
<label>${texts.password} <input name="password" type="password" required autocomplete="off" autofocus${isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}></label>
<button>${texts.open}</button>
</form>
${isWrong ? `<p class="wrong" id="wrong" role="alert">${texts.wrong}</p>` : ''}
</main>`;
  return htmlPage({ title: texts.locked, body }, texts);
}

/** In a frame, says that a password is needed but shows no form: the surrounding page could overlay it. */
export function lockedFrame({ link }: PageAddresses, texts: Texts): string {
  const body = `<main><p>${texts.locked} <a href="${link}" target="_blank" rel="noopener">${texts.openAlone}</a></p></main>`;
  return htmlPage({ title: texts.locked, body }, texts);
}

/** For a link that is unknown, revoked or expired. */
export function gonePage(texts: Texts): string {
  const body = `<main><h1>${texts.gone}</h1><p>${texts.goneWhy}</p></main>`;
  return htmlPage({ title: texts.gone, body }, texts);
}

/** What other sites and chats show of the link. */
export const headOf = (addresses: PageAddresses, shared: Shared): string =>
  oembedLink(addresses.oembed(), shared.title) + previewOf(addresses.link, shared);

/** Tells other sites where to request the oEmbed: https://oembed.com */
const oembedLink = (address: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escaped(address)}" title="${escaped(title)}">\n`;

/** What chats show of the link: https://ogp.me */
function previewOf(url: string, { title, description, cover }: Shared): string {
  const properties = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:url', url],
    ...(description === '' ? [] : [['og:description', description]]),
    ...(cover === null ? [] : [['og:image', `${cover.file}?${PAGE_QUERIES.preview}`]]),
  ];
  const lines = properties.map(
    ([name = '', content = '']) => `<meta property="${name}" content="${escaped(content)}">\n`,
  );
  return `${lines.join('')}<meta name="twitter:card" content="summary_large_image">\n`;
}
