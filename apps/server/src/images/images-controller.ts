import type { Caller } from '@cairn/access';
import {
  patchImageBodySchema,
  type DeleteResult,
  type ImageRecord,
  type UploadResult,
} from '@cairn/api-schema';
import {
  DeleteImage,
  IMAGE_ID_LENGTH,
  parseImagePath,
  UpdateImage,
  UploadImage,
  type Image,
} from '@cairn/images';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, assertRole, askerIn } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { holderOf, requestContextOf } from '../http/request-context.js';
import { RequestSemaphore } from '../http/limits/request-semaphore.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { assertStillAllowed } from '../http/still-allowed.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { imageRecord } from './image-view.js';
import { UploadForm } from './upload-form.js';
import { turnOf } from '../http/limits/turn.js';

/** The image API, except the operations in `imageHandlers`. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class ImagesController {
  constructor(
    @FromApplication(UploadImage) private readonly uploadImage: UploadImage,
    @FromApplication(DeleteImage) private readonly deleteImage: DeleteImage,
    @FromApplication(UpdateImage) private readonly updateImage: UpdateImage,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(RequestSemaphore) private readonly permits: RequestSemaphore,
  ) {}

  @HandlesOperation('uploadImage')
  async upload(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadResult> {
    const turn = turnOf(response);
    const image = await this.permits.run(turn, () => this.receive(caller, request));
    response.setHeader('Location', `${this.addresses.baseUrl}/api/images/${image.id}`);
    return { id: image.id, url: this.addresses.ofFile(image) };
  }

  /**
   * Reads the request only when the use case needs its bytes. An upload that is queued or rejected uses only its
   * connection.
   */
  private async receive(caller: Caller, request: Request): Promise<Image> {
    const form = new UploadForm(request);
    const acting = actingIn(request);
    try {
      return await this.uploadImage.execute({
        owner: caller.accountId,
        holder: holderOf(request),
        keyId: caller.keyId,
        bytes: form.file(),
        sizeInBytes: () => form.fileBound(),
        details: async () => {
          const details = await form.details();
          await assertStillAllowed(request);
          assertRole(request, { type: 'folder', id: parseImagePath(details.path ?? '') }, 'contributor');
          return details;
        },
        id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH),
        ...(acting && { addedBy: acting.bearer }),
      });
    } finally {
      form.discard();
    }
  }

  @HandlesOperation('deleteImage')
  async delete(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<DeleteResult> {
    await this.deleteImage.execute(caller.accountId, id, askerIn(request, caller));
    return { success: true, message: `Image ${id} was deleted.` };
  }

  @HandlesOperation('patchImage')
  async patch(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<ImageRecord> {
    const change = await readJson(request, response, patchImageBodySchema);
    if (change.path !== undefined)
      assertRole(request, { type: 'folder', id: parseImagePath(change.path) }, 'contributor');
    return imageRecord(await this.updateImage.execute(caller.accountId, id, change), this.addresses);
  }
}
