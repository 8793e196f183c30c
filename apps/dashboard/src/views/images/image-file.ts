import type { ImageRecord } from '@cairn/api-schema';
import { imageAddress, type ImageTransform } from '@cairn/client';

/** The file name of an image: the end of its address. */
export function nameOf({ url }: Pick<ImageRecord, 'url'>): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The address of a picture for the gallery, of a size and format that the server makes for anyone. */
export function thumbnail({ url }: ImageRecord): string {
  return imageAddress(url, { w: 320, h: 320, fit: 'cover', format: 'auto' });
}

/** The address at the server that the page came from, which tells how large a file is also where a CDN is in front. */
export function ownAddress(image: ImageRecord, transform: ImageTransform): string {
  const path = [...image.path.split('/').filter((part) => part !== ''), nameOf(image)];
  return imageAddress(`/cdn/${path.map(encodeURIComponent).join('/')}`, transform);
}

const WIDTHS = [320, 640, 960, 1280, 1920];

/** The image in the languages that people paste it into. */
export function embeddings(image: ImageRecord): readonly { readonly name: string; readonly text: string }[] {
  const { url } = image;
  const name = nameOf(image);
  const alt = name.replace(/\.\w+$/, '');
  const srcset = WIDTHS.map((w) => `${imageAddress(url, { w, format: 'auto' })} ${w}w`).join(',\n       ');
  return [
    { name: 'Markdown', text: `![${alt.replace(/[[\]]/g, '')}](${url})` },
    {
      name: 'HTML',
      text: `<img src="${escaped(imageAddress(url, { w: 960, format: 'auto' }))}"
       srcset="${escaped(srcset)}"
       sizes="100vw" alt="${escaped(alt)}">`,
    },
    { name: 'BBCode', text: `[img]${url}[/img]` },
  ];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
