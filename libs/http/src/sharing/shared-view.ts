import type { LinkRecord, Shared, SharedImage } from '@cairn/api-schema';
import { LinkNotFound, shownPosition, type Link } from '@cairn/access';
import {
  FileName,
  takenOf,
  uprightSize,
  type Image,
  type ImageSelection,
  type SelectionTitle,
} from '@cairn/images';
import type { Addresses } from '../messages/addresses.js';
import { optionalTimestamp, timestamp } from '../responses/timestamp.js';
import { placeholderOf } from '../images/image-view.js';

/** The API representation of a link, for those who manage it. `url` is the address that holders open. */
export function linkRecord<Url extends string | null>(
  link: Link,
  url: Url,
): LinkRecord & { readonly url: Url } {
  const { id, resource, role, position, download } = link;
  return {
    id,
    url,
    resource: { ...resource },
    role,
    position,
    download,
    hasPassword: link.passwordHash !== undefined,
    expiresAt: optionalTimestamp(link.expiresAt),
    createdAt: timestamp(link.createdAt),
    uses: link.uses,
    lastUsedAt: optionalTimestamp(link.lastUsedAt),
    approval: link.approval,
    maxImages: link.maxImages,
    maxBytes: link.maxBytes,
    addedImages: link.addedImages,
    addedBytes: link.addedBytes,
    waitingImages: link.waitingImages,
  };
}

/** The address that holders open: `/a/…`, or `/m/…` for a map, where public maps are, too. */
export const linkUrl = (
  { baseUrl }: Addresses,
  secret: string,
  { type }: Pick<Link['resource'], 'type'>,
): string => `${baseUrl}/${type === 'map' ? 'm' : 'a'}/${secret}`;

/** The images that a link opens. @throws {LinkNotFound} if it opens a space or a map. */
export function selectionOf({ accountId: owner, resource: { type, id } }: Link): ImageSelection {
  if (type === 'space' || type === 'map') throw new LinkNotFound();
  return { owner, type, id };
}

/** What a link opens, and who shares it. */
export interface SharedTitle extends SelectionTitle {
  /** Absent if the account has no name for strangers. */
  readonly sharedBy?: string | undefined;
}

/** Shows what a link opens as its holder may see it. */
export class SharedView {
  constructor(
    private readonly link: Link,
    private readonly secret: string,
    private readonly addresses: Addresses,
  ) {}

  shared({ title, description, imageCount, cover, sharedBy }: SharedTitle): Shared {
    const { role, position, download, approval, createdAt } = this.link;
    const shown = cover === undefined ? null : this.image(cover);
    return {
      title,
      description,
      imageCount: imageCount ?? null,
      role,
      position,
      download,
      approval,
      cover: shown,
      sharedBy: sharedBy ?? null,
      since: timestamp(createdAt).slice(0, 10),
    };
  }

  image(image: Image): SharedImage {
    const { id, file, description, title, caption } = image;
    const address = `${this.addresses.baseUrl}/api/shared/${this.secret}/images/${id}/file`;
    const position = shownPosition(this.link, description?.position);
    return {
      id,
      name: FileName.shown(image.fileName),
      ...uprightSize(file),
      file: address,
      original: this.link.download ? address : null,
      ...(title !== undefined && { title }),
      ...(caption !== undefined && { caption }),
      ...this.times(image),
      ...(position && { position }),
      ...placeholderOf(image),
    };
  }

  /** Without offsets from UTC, which tell of a place, unless the link tells it anyway. */
  private times(image: Image): Pick<SharedImage, 'takenAt' | 'capturedAt'> {
    const taken = takenOf(image);
    const capturedAt = image.description?.capturedAt;
    const written = this.link.position === 'exact' ? capturedAt : capturedAt && localTime(capturedAt);
    return {
      ...(taken !== undefined && { takenAt: localTime(taken.at) }),
      ...(written !== undefined && { capturedAt: written }),
    };
  }
}

/** To the second. */
const localTime = (at: string): string => at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
