import type { SharedImage } from '@cairn/api-schema';
import { PAGE_QUERIES } from '../page-queries.js';
import { escaped } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import { byDay, dateText } from './picture-days.js';
import type { Texts } from './texts.js';

/** What a picture is called: its title, or else its file. */
export const nameOf = ({ title, name }: SharedImage): string => title ?? name;

/** The address of a picture on its own server. */
export const pathOf = (address: string): string => new URL(address).pathname;

/** The same with its query: a page of many pictures is some kilobytes shorter without their origin. */
function targetOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

interface Grid {
  readonly addresses: PageAddresses;
  readonly images: readonly SharedImage[];
  /** The address of the images in the API. */
  readonly list: string;
}

/** Pictures in rows, by days where they are in the order of time. The script adds others to it. */
export function pictureGrid({ addresses, images, list }: Grid, texts: Texts): string {
  const { thumbnail, large } = PAGE_QUERIES;
  const isAlone = images.length === 1; // it is shown large
  const query = isAlone ? large : thumbnail;
  const item = (image: SharedImage): string => {
    const { id, file, width, height, takenAt, caption } = image;
    const data = [
      ...(takenAt === undefined ? [] : [` data-taken="${takenAt}"`]),
      ...(caption === undefined ? [] : [` data-caption="${escaped(caption)}"`]),
    ].join('');
    return `<li><a href="${targetOf(addresses.picture(id))}"${data}><img src="${pathOf(file)}?${query}" alt="${escaped(nameOf(image))}" loading="lazy" width="${width}" height="${height}"></a></li>`;
  };
  const groups = images.length === 0 ? [] : byDay(images);
  const hasDays = groups.some(({ day }) => day !== undefined);
  const sections = groups.map(({ day, pictures }) => {
    const heading = day === undefined ? texts.undated : dateText(day, texts.language);
    return `<section data-day="${hasDays ? (day ?? 'none') : ''}">${hasDays ? `<h2>${heading}</h2>` : ''}
<ul class="grid${isAlone ? ' one' : ''}">
${pictures.map(item).join('\n')}
</ul></section>`;
  });
  return `<div class="pictures" data-list="${pathOf(list)}" data-thumbnail="?${thumbnail}" data-large="?${large}" data-missing="${escaped(texts.missing)}" data-new="${escaped(texts.addedNow)}">
${sections.length === 0 ? `<p class="empty">${texts.empty}</p>` : sections.join('\n')}
</div>`;
}
