import {
  AccessForbidden,
  bearerOf,
  grantsOn,
  isAtLeast,
  ManageGrants,
  NoteGrantUse,
  roleOn,
  type Acting,
  type Caller,
  type Grant,
  type GrantRole,
  type GrantTarget,
} from '@cairn/access';
import type { Application } from '@cairn/composition';
import { ImageNotFound, ReadImage, ReadSelection, type FilledAlbum, type Image } from '@cairn/images';
import { LRUCache } from 'lru-cache';
import { reaches } from './acting.js';

const NONE: readonly Grant[] = [];
/**
 * How long a caller without grants is not looked up again. Nearly all callers have none, and a new grant may take a
 * second to work.
 */
const NONE_FOR_MS = 1_000;

/** What others share with a caller. */
export class SharedAccess {
  private readonly grants: ManageGrants;
  private readonly noteGrantUse: NoteGrantUse;
  private readonly readImage: ReadImage;
  private readonly selection: ReadSelection;
  private readonly without = new LRUCache<string, true>({ max: 10_000, ttl: NONE_FOR_MS });

  constructor(application: Pick<Application, 'get'>) {
    this.grants = application.get(ManageGrants);
    this.noteGrantUse = application.get(NoteGrantUse);
    this.readImage = application.get(ReadImage);
    this.selection = application.get(ReadSelection);
  }

  /** The grants of a caller, in all accounts. A revoked grant no longer counts, on any node. */
  async heldBy(caller: Caller): Promise<readonly Grant[]> {
    const bearer = bearerOf(caller);
    if (bearer === undefined || this.without.has(bearer)) return NONE;
    const held = await this.grants.heldBy(bearer);
    if (held.length === 0) this.without.set(bearer, true);
    return held;
  }

  /** Makes new grants visible at once, on this node. */
  renew(): void {
    this.without.clear();
  }

  /** Notes that the strongest of the grants on the target was used. Nobody waits for it. */
  noteUse(held: readonly Grant[], target: GrantTarget): void {
    const [used] = grantsOn(held, target);
    if (used !== undefined) void this.noteGrantUse.execute(used);
  }

  /** Whether the grants give the role on the image. @returns `false` also if the image is not there. */
  async reachesImage(
    held: readonly Grant[],
    { owner, id }: Pick<Image, 'owner' | 'id'>,
    needed: GrantRole,
  ): Promise<boolean> {
    if (!held.some(({ accountId }) => accountId === owner)) return false;
    try {
      const target = await this.imageTarget(held, await this.readImage.execute(owner, id));
      const isReached = isAtLeast(roleOn(held, target), needed);
      if (isReached) this.noteUse(held, target);
      return isReached;
    } catch (error) {
      if (error instanceof ImageNotFound) return false;
      throw error;
    }
  }

  /** The role on an image: by itself, its folder, its account or an album that it is in. */
  async imageRole(held: readonly Grant[], image: Image): Promise<GrantRole | undefined> {
    return roleOn(held, await this.imageTarget(held, image));
  }

  /** The resources that an image is part of, including the albums that the grants are for. */
  async imageTarget(held: readonly Grant[], image: Image): Promise<GrantTarget> {
    const { owner: accountId, id, path } = image;
    const albums = held.filter((grant) => grant.accountId === accountId && grant.resource.type === 'album');
    const inAlbums = await this.selection.albumsWith(
      image,
      albums.map(({ resource }) => resource.id),
    );
    const parts = [
      { type: 'image', id } as const,
      { type: 'folder', id: path } as const,
      ...inAlbums.map((album) => ({ type: 'album', id: album }) as const),
    ];
    return { accountId, parts };
  }

  /**
   * Of the given images, those that a caller who acts in another account may place in an album, and those that count as
   * missing. Images in which the caller has no role count as missing. Placing an image in an album must not give its
   * editors a role in that image, and nobody may share images that they can only view.
   * @throws {AccessForbidden} for an image that the caller can see, unless they added it or are its editor by a grant
   * that is not on an album.
   */
  async placeable(acting: Acting | undefined, ids: readonly string[]): Promise<readonly string[]> {
    if (acting === undefined) return ids;
    const { accountId, held, bearer } = acting;
    if (reaches(acting, { type: 'account', id: accountId }, 'editor')) return ids;
    const hidden = new Set<string>();
    for (const image of await this.readImage.find(accountId, ids)) {
      const { id, path, addedBy } = image;
      const parts = [{ type: 'image', id } as const, { type: 'folder', id: path } as const];
      if (addedBy === bearer || isAtLeast(roleOn(held, { accountId, parts }), 'editor')) continue;
      if ((await this.imageRole(held, image)) !== undefined) throw new AccessForbidden('editor');
      hidden.add(id);
    }
    return ids.filter((id) => !hidden.has(id));
  }

  /**
   * @throws {ImageNotFound} if a caller who acts in another account has no role in the image, as if it did not exist.
   */
  async assertSees(acting: Acting | undefined, id: string): Promise<void> {
    if (acting === undefined) return;
    const { accountId: owner, held } = acting;
    if (!(await this.reachesImage(held, { owner, id }, 'viewer'))) throw new ImageNotFound();
  }

  /** The album as the caller may see it. Its cover can be any image of the account, so it may be left out. */
  async shownAlbum(acting: Acting | undefined, filled: FilledAlbum): Promise<FilledAlbum> {
    const { album, imageCount, cover } = filled;
    if (acting === undefined || cover === undefined) return filled;
    if ((await this.imageRole(acting.held, cover)) !== undefined) return filled;
    return { album: { ...album, coverId: undefined }, imageCount };
  }
}
