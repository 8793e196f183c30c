import type { Shared, SharedImage } from '@cairn/api-schema';
import { PAGE_QUERIES } from '../page-queries.js';
import { escaped } from './html.js';
import { sizedImage } from './oembed.js';
import type { PageAddresses } from './page-addresses.js';
import { nameOf } from './picture-grid.js';

/** What other sites and chats show of a page. */
interface Previewed {
  /** Below the address of the link. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly picture: PreviewPicture | undefined;
}

/** The picture of a page. */
export interface PreviewPicture {
  readonly url: string;
  readonly type: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** What other sites and chats show of a link: its title, its description and its cover, or the given picture, and nothing else. */
export const headOf = (
  addresses: PageAddresses,
  { title, description, cover }: Pick<Shared, 'title' | 'description' | 'cover'>,
  picture = cover === null ? undefined : pictureOf(cover),
): string =>
  oembedLink(addresses.oembed(), title) + previewOf(addresses, { path: '', title, description, picture });

/** The same of one picture. */
export function headOfPicture(addresses: PageAddresses, image: SharedImage): string {
  const title = nameOf(image);
  const path = `/${image.id}`;
  const shown = { title, description: image.caption ?? '', picture: pictureOf(image) };
  return oembedLink(addresses.oembed(path), title) + previewOf(addresses, { path, ...shown });
}

/** Tells other sites where to request the oEmbed: https://oembed.com */
const oembedLink = (address: string, title: string): string =>
  `<link rel="alternate" type="application/json+oembed" href="${escaped(address)}" title="${escaped(title)}">\n`;

/** What chats show of it: https://ogp.me */
function previewOf({ link, forOthers }: PageAddresses, previewed: Previewed): string {
  const { path, title, description, picture } = previewed;
  const properties = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:url', forOthers(link + path)],
    ...(description === '' ? [] : [['og:description', description]]),
    ...(picture === undefined ? [] : propertiesOf({ ...picture, url: forOthers(picture.url) })),
  ];
  const lines = properties.map(
    ([name = '', content = '']) => `<meta property="${name}" content="${escaped(content)}">\n`,
  );
  // What it needs besides, it takes of the properties.
  const card = picture === undefined ? 'summary' : 'summary_large_image';
  const alt = picture && `<meta name="twitter:image:alt" content="${escaped(picture.alt)}">\n`;
  return `${lines.join('')}<meta name="twitter:card" content="${card}">\n${alt ?? ''}`;
}

/** Made anew, so that it has no metadata. */
const pictureOf = (cover: SharedImage): PreviewPicture => ({
  ...sizedImage(cover, PAGE_QUERIES.preview),
  type: 'image/jpeg',
  alt: nameOf(cover),
});

const propertiesOf = ({
  url,
  type,
  width,
  height,
  alt,
}: PreviewPicture): readonly (readonly [name: string, content: string])[] => [
  ['og:image', url],
  ['og:image:type', type],
  ['og:image:width', `${width}`],
  ['og:image:height', `${height}`],
  ['og:image:alt', alt],
];
