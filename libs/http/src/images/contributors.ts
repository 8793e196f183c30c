import type { IncomingMessage } from 'node:http';
import { FindGrantees, LinkNotFound, ManageLinks, type GrantedResource } from '@cairn/access';
import type { GalleryImage } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { AlbumNotFound, ReadAlbums, ReviewContributions, type Image } from '@cairn/images';
import { actingIn, reaches } from '../access/acting.js';

/** What is said of who added an image, besides their identifier. */
export type ContributorMembers = Pick<GalleryImage, 'addedByName' | 'guest'>;

export type ContributorsOf = (image: Image) => ContributorMembers;

const unknown: ContributorsOf = () => ({});

/** Names those who added images, for who manages what they are in. */
export class Contributors {
  private readonly links: ManageLinks;
  private readonly albums: ReadAlbums;
  private readonly grantees: FindGrantees;
  private readonly review: ReviewContributions;

  constructor(application: Pick<Application, 'get'>) {
    this.links = application.get(ManageLinks);
    this.albums = application.get(ReadAlbums);
    this.grantees = application.get(FindGrantees);
    this.review = application.get(ReviewContributions);
  }

  /** Nobody else learns a name: they are what guests have told the owner. */
  async of(
    request: IncomingMessage,
    images: readonly Image[],
    listed: GrantedResource,
  ): Promise<ContributorsOf> {
    const [first] = images;
    return first === undefined || !mayName(request, first.owner, listed)
      ? unknown
      : await this.named(first.owner, images, (opened) => mayName(request, first.owner, opened));
  }

  /**
   * The names of those who added images of an owner. The caller has checked who asks. A link is named by what it opens, if
   * that may be told: the image may have been put elsewhere since.
   */
  async named(
    owner: string,
    images: readonly Image[],
    isTold: (opened: GrantedResource) => boolean = () => true,
  ): Promise<ContributorsOf> {
    const actors = [...new Set(images.flatMap(({ addedBy = [] }) => addedBy))];
    const guestIds = [...new Set(images.flatMap(({ guest = [] }) => guest))];
    const guests = new Map((await this.review.guests(owner, guestIds)).map((guest) => [guest.id, guest]));
    const names = new Map([
      ...(await this.granteeNames(owner, actors)),
      ...(await this.linkNames(owner, actors, isTold)),
    ]);
    return ({ addedBy = '', guest: id }) => {
      const name = names.get(addedBy);
      return {
        ...(name !== undefined && { addedByName: name }),
        ...(id !== undefined && { guest: { id, name: guests.get(id)?.name ?? null } }),
      };
    };
  }

  private async granteeNames(owner: string, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const grantees = actors.flatMap((actor) => {
      const [type, id = ''] = actor.split(':');
      return type === 'user' || type === 'key' ? [{ type, id } as const] : [];
    });
    return grantees.length === 0 ? new Map<string, string>() : await this.grantees.names(owner, grantees);
  }

  private async linkNames(
    owner: string,
    actors: readonly string[],
    isTold: (opened: GrantedResource) => boolean,
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const actor of actors) {
      if (!actor.startsWith('link:')) continue;
      const name = await this.linkName(owner, actor.slice('link:'.length), isTold);
      if (name !== undefined) names.set(actor, name);
    }
    return names;
  }

  /** The title of the album, or the path of the folder; `undefined` where it or the link is gone, or is not told. */
  private async linkName(
    owner: string,
    id: string,
    isTold: (opened: GrantedResource) => boolean,
  ): Promise<string | undefined> {
    try {
      const { resource } = await this.links.get(owner, id);
      if (!isTold(resource)) return undefined;
      if (resource.type !== 'album') return resource.id;
      return (await this.albums.execute({ owner, id: resource.id })).album.title;
    } catch (error) {
      if (error instanceof LinkNotFound || error instanceof AlbumNotFound) return undefined;
      throw error;
    }
  }
}

function mayName(request: IncomingMessage, accountId: string, listed: GrantedResource): boolean {
  const acting = actingIn(request);
  if (acting === undefined) return true;
  return reaches(acting, { type: 'account', id: accountId }, 'manager') || reaches(acting, listed, 'manager');
}
