import type { AlbumRecord } from '@cairn/api-schema';
import { here } from '../../api/account.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';

/** The number of images in an album, or a text for a smart album, whose images are not counted. */
export function sizeText({ imageCount }: AlbumRecord): string {
  const { albums } = i18n.t;
  return imageCount === null ? albums.fillsItself : albums.count(imageCount, i18n.number(imageCount));
}

/** The address of an album in the page. */
export const addressOf = (id: string): string => here(`/albums/${encodeURIComponent(id)}`);
