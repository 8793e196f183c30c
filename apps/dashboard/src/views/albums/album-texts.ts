import type { AlbumRecord } from '@cairn/api-schema';
import { here } from '../../api/account.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';

/** How many images are in an album, or that nobody counts them. */
export function sizeText({ imageCount }: AlbumRecord): string {
  const { albums } = i18n.t;
  return imageCount === null ? albums.fillsItself : albums.count(imageCount, i18n.number(imageCount));
}

/** Where an album is in the page. */
export const addressOf = (id: string): string => here(`/albums/${encodeURIComponent(id)}`);
