import type { Shared, SharedImage } from '@cairn/api-schema';
import { PAGE_QUERIES } from '../page-queries.js';
import { escaped } from './html.js';
import { sizedImage } from './oembed.js';
import type { PageAddresses } from './page-addresses.js';
import { nameOf } from './picture-grid.js';

/** What other sites and chats show of a page. */
interface Previewed {
  readonly title: string;
  readonly description: string;
  readonly cover: SharedImage | null;
}

/** What other sites and chats show of a link: its title, its description and its cover, and nothing else. */
export const headOf = (
  addresses: PageAddresses,
  { title, description, cover }: Pick<Shared, 'title' | 'description' | 'cover'>,
): string => oembedLink(addresses.oembed(), title) + previewOf(addresses.link, { title, description, cover });

/** The same of one picture. */
export function headOfPicture(addresses: PageAddresses, image: SharedImage): string {
  const title = nameOf(image);
  const path = `/${image.id}`;
  const shown = { title, description: image.caption ?? '', cover: image };
  return oembedLink(addresses.oembed(path), title) + previewOf(addresses.link + path, shown);
}

/** Tells other sites where to request the oEmbed: https://oembed.com */
const oembedLink = (address: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escaped(address)}" title="${escaped(title)}">\n`;

/** What chats show of it: https://ogp.me */
function previewOf(url: string, { title, description, cover }: Previewed): string {
  const properties = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:url', url],
    ...(description === '' ? [] : [['og:description', description]]),
    ...(cover === null ? [] : pictureOf(cover)),
  ];
  const lines = properties.map(
    ([name = '', content = '']) => `<meta property="${name}" content="${escaped(content)}">\n`,
  );
  const card = cover === null ? 'summary' : 'summary_large_image';
  return `${lines.join('')}<meta name="twitter:card" content="${card}">\n`;
}

/** Made anew, so that it has no metadata. */
function pictureOf(cover: SharedImage): readonly (readonly [name: string, content: string])[] {
  const { url, width, height } = sizedImage(cover, PAGE_QUERIES.preview);
  return [
    ['og:image', url],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', `${width}`],
    ['og:image:height', `${height}`],
    ['og:image:alt', nameOf(cover)],
  ];
}
