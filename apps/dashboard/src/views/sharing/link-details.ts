import type { LinkRecord } from '@cairn/api-schema';
import { i18n } from '../../i18n/i18n.svelte.ts';

export const isExpired = ({ expiresAt }: LinkRecord): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** What a link allows, and how it was used, as one line. */
export function detailOf(link: LinkRecord): string {
  const texts = i18n.t.sharing;
  const added = i18n.t.contributions;
  const { uses, lastUsedAt, expiresAt, hasPassword, role, position, download, resource } = link;
  const { approval, addedImages, maxImages } = link;
  const isSpace = resource.type === 'space';
  const tellsPlaces = isSpace || resource.type === 'map'; // all that they show
  const parts = [
    lastUsedAt === null ? texts.unused : texts.used(uses, i18n.ago(lastUsedAt)),
    expiresAt === null ? texts.forever : texts.until(i18n.time(expiresAt)),
    ...(role === 'contributor'
      ? [texts.adds, added.linkAdded(i18n.number(addedImages), i18n.number(maxImages))]
      : []),
    ...(approval === 'required' ? [added.linkApproval] : []),
    ...(hasPassword ? [texts.hasPassword] : []),
    ...(position === 'none' || tellsPlaces ? [] : [texts[position]]),
    ...(download ? [isSpace ? texts.features : texts.originals] : []),
    ...(link.url === null ? [texts.addressUnknown] : []),
  ];
  return parts.join(' · ');
}
