import type { Shared, SharedImage } from '@cairn/api-schema';
import { escaped, htmlPage } from './html.js';
import { LIGHTBOX } from './script.js';
import type { Texts } from './texts.js';

/** The sizes that the pages show, which every link allows. */
export const PAGE_QUERIES = {
  thumbnail: 'w=640',
  large: 'w=1920',
  preview: 'w=1200&format=jpeg',
} as const;

/** A page of pictures. */
export interface PicturePage {
  /** The address of the page, without a query. */
  readonly url: string;
  /** The address of all originals. */
  readonly archive: string;
  readonly shared: Shared;
  readonly images: readonly SharedImage[];
  readonly isFirst: boolean;
  readonly nextCursor?: string | undefined;
}

/** All pictures, page by page. */
export function picturesPage(page: PicturePage, texts: Texts): string {
  const { url, archive, shared, images, isFirst, nextCursor } = page;
  const { title, description, imageCount } = shared;
  const pictures = images.map(
    ({ id, name, file, width, height }) =>
      `<li><a href="${url}/${id}" data-large="${file}?${PAGE_QUERIES.large}"><img src="${file}?${PAGE_QUERIES.thumbnail}" alt="${escaped(name)}" loading="lazy" width="${width}" height="${height}"></a></li>`,
  );
  const links = [
    ...(shared.download ? [`<a href="${archive}" download>${texts.downloadAll}</a>`] : []),
    ...(isFirst ? [] : [`<a href="${url}">${texts.start}</a>`]),
    ...(nextCursor === undefined
      ? []
      : [`<a rel="next" href="${url}?cursor=${encodeURIComponent(nextCursor)}">${texts.more}</a>`]),
  ];
  const body = `<header>
<h1>${escaped(title)}</h1>
${description === '' ? '' : `<p>${escaped(description)}</p>`}
${imageCount === null ? '' : `<p class="quiet">${texts.pictures(imageCount)}</p>`}
</header>
<main>
${pictures.length === 0 ? `<p>${texts.empty}</p>` : `<ul class="grid">\n${pictures.join('\n')}\n<li class="filler" aria-hidden="true"></li>\n</ul>`}
${links.length === 0 ? '' : `<nav>${links.join(' ')}</nav>`}
</main>
${lightbox(shared, texts)}`;
  return htmlPage({ title, head: previewOf(url, shared), body, script: LIGHTBOX }, texts);
}

/** What the script shows a picture in. Without it, it stays closed. */
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
export function picturePage({ url, title, image, neighbours }: PictureOf, texts: Texts): string {
  const { name, file, original, width, height } = image;
  const { previous, next } = neighbours;
  const links = [
    ...(previous === undefined ? [] : [`<a rel="prev" href="${url}/${previous}">← ${texts.previous}</a>`]),
    `<a href="${url}">${texts.back}</a>`,
    ...(next === undefined ? [] : [`<a rel="next" href="${url}/${next}">${texts.next} →</a>`]),
    ...(original === null ? [] : [`<a href="${original}" download>${texts.download}</a>`]),
  ];
  const body = `<main>
<nav>${links.join(' ')}</nav>
<img class="one" src="${file}?${PAGE_QUERIES.large}" alt="${escaped(name)}" width="${width}" height="${height}">
<p class="quiet">${escaped(name)}</p>
</main>`;
  return htmlPage({ title: `${name} – ${title}`, body }, texts);
}

export interface PictureOf {
  readonly url: string;
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

/** For a link that is unknown, revoked or expired. */
export function gonePage(texts: Texts): string {
  const body = `<main><h1>${texts.gone}</h1><p>${texts.goneWhy}</p></main>`;
  return htmlPage({ title: texts.gone, body }, texts);
}

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
