import type { Caller } from '@cairn/access';
import {
  createAlbumBodySchema,
  patchAlbumBodySchema,
  placeImagesBodySchema,
  takeImagesBodySchema,
  type AlbumRecord,
  type PlacedImagesRecord,
  type UploadResult,
} from '@cairn/api-schema';
import { ALBUM_ID_LENGTH, ChangeAlbum, CreateAlbum, type FilledAlbum } from '@cairn/images';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, askerIn } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { SharedAccess } from '../access/shared-access.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { requestContextOf } from '../http/request-context.js';
import { assertStillAllowed } from '../http/still-allowed.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { Contributions } from '../sharing/contributions.js';
import { albumQuery, albumRecord, placedImages } from './album-view.js';

/** Changes of albums. They are read in `albumHandlers`. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class AlbumsController {
  constructor(
    @FromApplication(CreateAlbum) private readonly createAlbum: CreateAlbum,
    @FromApplication(ChangeAlbum) private readonly changeAlbum: ChangeAlbum,
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(SharedAccess) private readonly shared: SharedAccess,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('createAlbum')
  async create(
    @Authenticated() { accountId: owner }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlacedImagesRecord> {
    const body = await readJson(request, response, createAlbumBodySchema);
    const { images: imageIds, query, ...album } = body;
    const made = await this.createAlbum.execute(owner, {
      ...album,
      id: requestContextOf(request).attempt?.id(ALBUM_ID_LENGTH),
      imageIds,
      query: query && albumQuery(query),
    });
    response.setHeader('Location', `${this.addresses.baseUrl}/api/albums/${made.album.album.id}`);
    return placedImages(made, this.addresses);
  }

  @HandlesOperation('patchAlbum')
  async patch(
    @Authenticated() { accountId: owner }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<AlbumRecord> {
    const change = await readJson(request, response, patchAlbumBodySchema);
    if (typeof change.coverId === 'string') await this.shared.assertSees(actingIn(request), change.coverId);
    return await this.shown(request, await this.changeAlbum.execute({ owner, id }, change));
  }

  @HandlesOperation('deleteAlbum')
  async delete(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<void> {
    await this.changeAlbum.remove({ owner: caller.accountId, id }, askerIn(request, caller));
  }

  @HandlesOperation('placeAlbumImages')
  async place(
    @Authenticated() { accountId: owner }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<PlacedImagesRecord> {
    const { images, before } = await readJson(request, response, placeImagesBodySchema);
    const acting = actingIn(request);
    const imageIds = await this.shared.placeable(acting, images);
    const placed = await this.changeAlbum.place({ owner, id }, { imageIds, before });
    const looked = new Set(imageIds);
    const absent = new Set([...placed.missing, ...images.filter((image) => !looked.has(image))]);
    const album = await this.shared.shownAlbum(acting, placed.album);
    return placedImages({ album, missing: [...absent] }, this.addresses);
  }

  @HandlesOperation('uploadAlbumImage')
  async upload(
    @Authenticated() { accountId: owner }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<UploadResult> {
    const addedBy = actingIn(request)?.bearer;
    const image = await this.contributions.add(
      { owner, type: 'album', id },
      { request, response },
      { addedBy, confirm: () => assertStillAllowed(request) },
    );
    response.setHeader('Location', `${this.addresses.baseUrl}/api/images/${image.id}`);
    return { id: image.id, url: this.addresses.ofFile(image) };
  }

  @HandlesOperation('takeAlbumImages')
  async take(
    @Authenticated() { accountId: owner }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<AlbumRecord> {
    const { images } = await readJson(request, response, takeImagesBodySchema);
    return await this.shown(request, await this.changeAlbum.take({ owner, id }, images));
  }

  private async shown(request: Request, album: FilledAlbum): Promise<AlbumRecord> {
    return albumRecord(await this.shared.shownAlbum(actingIn(request), album), this.addresses);
  }
}
