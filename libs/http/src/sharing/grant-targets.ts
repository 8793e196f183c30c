import type { IncomingMessage } from 'node:http';
import {
  AccessForbidden,
  AccountNotFound,
  isAtLeast,
  ReadAccount,
  roleOn,
  type GrantedResource,
  type GrantTarget,
} from '@cairn/access';
import type { Application } from '@cairn/composition';
import { FileName, parseImagePath, ReadAlbums, ReadImage, type Image } from '@cairn/images';
import { DomainError, InvalidInput } from '@cairn/kernel';
import { ReadMap } from '@cairn/maps';
import { ownerCaller, ReadSpace, SpaceForbidden, SpaceNotFound } from '@cairn/spaces';
import { actingIn } from '../access/acting.js';
import { requestContextOf } from '../messages/request-context.js';

/** A resource of an account that can be shared. */
export interface SharedTarget {
  /** With the path of a folder in its normal form. */
  readonly resource: GrantedResource;
  readonly target: GrantTarget;
  readonly title: string;
  /** The image, or the cover of the album. */
  readonly cover?: Image | undefined;
  /** Whether everyone may view it anyway. */
  readonly isOpen: boolean;
}

/** Finds resources of an account, with what they are part of. */
export class GrantTargets {
  private readonly readImage: ReadImage;
  private readonly readAlbums: ReadAlbums;
  private readonly readSpace: ReadSpace;
  private readonly readMap: ReadMap;
  private readonly readAccount: ReadAccount;

  constructor(application: Pick<Application, 'get'>) {
    this.readImage = application.get(ReadImage);
    this.readAlbums = application.get(ReadAlbums);
    this.readSpace = application.get(ReadSpace);
    this.readMap = application.get(ReadMap);
    this.readAccount = application.get(ReadAccount);
  }

  /** @throws {AccountNotFound} {AlbumNotFound} {ImageNotFound} {SpaceNotFound} {MapNotFound} {InvalidInput} */
  async find(accountId: string, { type, id }: GrantedResource): Promise<SharedTarget> {
    const found = (
      title: string,
      {
        isOpen = false,
        parts = [],
        cover,
      }: Partial<Pick<SharedTarget, 'isOpen' | 'cover'> & Pick<GrantTarget, 'parts'>> = {},
    ): SharedTarget => ({
      resource: { type, id },
      target: { accountId, parts: [{ type, id }, ...parts] },
      title,
      cover,
      isOpen,
    });
    switch (type) {
      case 'account': {
        if (id !== accountId) throw new AccountNotFound();
        return found((await this.readAccount.execute({ accountId, scopes: [] }, id)).name);
      }
      case 'folder': {
        const resource = { type, id: parseFolder(id) };
        return { resource, target: { accountId, parts: [resource] }, title: resource.id, isOpen: false };
      }
      case 'album': {
        const { album, cover } = await this.readAlbums.execute({ owner: accountId, id });
        return found(album.title, { cover });
      }
      case 'image': {
        const image = await this.readImage.execute(accountId, id);
        const folder = { type: 'folder', id: image.path } as const;
        return found(FileName.shown(image.fileName), {
          isOpen: image.visibility !== 'private',
          parts: [folder],
          cover: image,
        });
      }
      case 'space': {
        const { title, isShared } = await this.space(accountId, id);
        return found(title, { isOpen: isShared });
      }
      case 'map': {
        const { title, isPublic } = (await this.readMap.execute({ owner: accountId, id })).map;
        return found(title, { isOpen: isPublic === true });
      }
    }
  }

  /** `undefined` if the resource is gone. */
  async known(accountId: string, resource: GrantedResource): Promise<SharedTarget | undefined> {
    try {
      return await this.find(accountId, resource);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  /** The resources of several grants or links; `undefined` for one that is gone. */
  async allKnown(
    accountId: string,
    shares: readonly { readonly resource: GrantedResource }[],
  ): Promise<readonly (SharedTarget | undefined)[]> {
    return await Promise.all(shares.map(async ({ resource }) => await this.known(accountId, resource)));
  }

  /** What a resource is part of. A deleted one counts only as itself: grants and links outlive their resource. */
  async targetOf(accountId: string, resource: GrantedResource): Promise<GrantTarget> {
    try {
      return (await this.find(accountId, resource)).target;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { accountId, parts: [resource] };
    }
  }

  /** @throws {AccessForbidden} unless a caller who acts in another account manages the resource. */
  async assertManages(request: IncomingMessage, resource: GrantedResource): Promise<void> {
    const acting = actingIn(request);
    if (acting === undefined) return;
    const target = await this.targetOf(acting.accountId, resource);
    if (!isAtLeast(roleOn(acting.held, target), 'manager')) throw new AccessForbidden('manager');
    requestContextOf(request).noteUse?.(target);
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

/** @throws {InvalidInput} also for the top folder, so that nobody shares everything by mistake. */
export function parseFolder(text: string): string {
  const path = parseImagePath(text);
  if (path === '') throw InvalidInput.of('empty', 'The folder must not be the top one.');
  return path;
}
