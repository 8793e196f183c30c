import { AccountNotFound, ReadAccount, type GrantedResource, type GrantTarget } from '@cairn/access';
import type { Application } from '@cairn/composition';
import { FileName, parseImagePath, ReadAlbums, ReadImage } from '@cairn/images';
import { ownerCaller, ReadSpace, SpaceForbidden, SpaceNotFound } from '@cairn/spaces';

/** A resource of an account that can be shared. */
export interface SharedTarget {
  /** With the path of a folder in its normal form. */
  readonly resource: GrantedResource;
  readonly target: GrantTarget;
  readonly title: string;
  /** Whether everyone may look at it anyway. */
  readonly isOpen: boolean;
}

/** Finds resources of an account, with what they are part of. */
export class GrantTargets {
  private readonly readImage: ReadImage;
  private readonly readAlbums: ReadAlbums;
  private readonly readSpace: ReadSpace;
  private readonly readAccount: ReadAccount;

  constructor(application: Pick<Application, 'get'>) {
    this.readImage = application.get(ReadImage);
    this.readAlbums = application.get(ReadAlbums);
    this.readSpace = application.get(ReadSpace);
    this.readAccount = application.get(ReadAccount);
  }

  /** @throws {AccountNotFound} {AlbumNotFound} {ImageNotFound} {SpaceNotFound} {InvalidInput} */
  async find(accountId: string, { type, id }: GrantedResource): Promise<SharedTarget> {
    const found = (
      title: string,
      { isOpen = false, parts = [] }: Partial<Pick<SharedTarget, 'isOpen'> & Pick<GrantTarget, 'parts'>> = {},
    ): SharedTarget => ({
      resource: { type, id },
      target: { accountId, parts: [{ type, id }, ...parts] },
      title,
      isOpen,
    });
    switch (type) {
      case 'account': {
        if (id !== accountId) throw new AccountNotFound();
        return found((await this.readAccount.execute({ accountId, scopes: [] }, id)).name);
      }
      case 'folder': {
        const resource = { type, id: parseImagePath(id) };
        return { resource, target: { accountId, parts: [resource] }, title: resource.id, isOpen: false };
      }
      case 'album':
        return found((await this.readAlbums.execute({ owner: accountId, id })).album.title);
      case 'image': {
        const image = await this.readImage.execute(accountId, id);
        const folder = { type: 'folder', id: image.path } as const;
        return found(FileName.shown(image.fileName), {
          isOpen: image.visibility !== 'private',
          parts: [folder],
        });
      }
      case 'space': {
        const { title, isShared } = await this.space(accountId, id);
        return found(title, { isOpen: isShared });
      }
    }
  }

  private async space(
    owner: string,
    id: string,
  ): Promise<{ readonly title: string; readonly isShared: boolean }> {
    try {
      const space = await this.readSpace.execute(ownerCaller({ owner }), id);
      if (space.owner !== owner) throw new SpaceNotFound(id);
      return { title: space.title, isShared: space.settings.shared === true };
    } catch (error) {
      throw error instanceof SpaceForbidden ? new SpaceNotFound(id) : error;
    }
  }
}
