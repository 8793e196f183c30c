import type { Caller } from '@cairn/access';
import type { UploadedFile, UploadsResult } from '@cairn/api-schema';
import { IMAGE_ID_LENGTH, parseUploadDetails, UploadImage, type Image } from '@cairn/images';
import { Controller, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, assertRole } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { RateLimits } from '../access/rate-limits.js';
import { FromApplication } from '../application-providers.js';
import { ErrorResponder } from '../errors/error-responder.js';
import { problemOf } from '../errors/problem.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { RequestSemaphore } from '../http/limits/request-semaphore.js';
import { turnOf } from '../http/limits/turn.js';
import { holderOf, requestContextOf } from '../http/request-context.js';
import { assertStillAllowed } from '../http/still-allowed.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import { imageRecord } from './image-view.js';
import { UploadBatch, type BatchFile } from './upload-batch.js';

/** Uploads of many files in one request. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class UploadsController {
  constructor(
    @FromApplication(UploadImage) private readonly uploadImage: UploadImage,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(RequestSemaphore) private readonly permits: RequestSemaphore,
    @Inject(RateLimits) private readonly rates: RateLimits,
    @Inject(ErrorResponder) private readonly errors: ErrorResponder,
  ) {}

  @HandlesOperation('uploadImages')
  async upload(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadsResult> {
    return await this.permits.run(turnOf(response), () => this.receive(caller, request));
  }

  private async receive(caller: Caller, request: Request): Promise<UploadsResult> {
    const batch = new UploadBatch(request, this.settings.filesPerUpload);
    const results: UploadedFile[] = [];
    try {
      for await (const file of batch.files()) {
        const number = results.length;
        const sent = this.store(caller, { request, file, number });
        results.push({
          name: file.name,
          ...(await sent.then(
            (image) => ({ status: 201 as const, image: imageRecord(image, this.addresses) }),
            (error: unknown) => this.refusal(request, error),
          )),
        });
      }
    } catch (error) {
      // If there is no file at all, the whole request has failed.
      if (results.length === 0) throw error;
      results.push({ name: '', ...this.refusal(request, error) });
    } finally {
      batch.discard();
    }
    return { results };
  }

  private async store(
    { accountId: owner, keyId }: Caller,
    {
      request,
      file,
      number,
    }: { readonly request: Request; readonly file: BatchFile; readonly number: number },
  ): Promise<Image> {
    await assertStillAllowed(request);
    // The gatekeeper has already counted the first file.
    if (number > 0) await this.rates.count('uploads', holderOf(request));
    const details = file.details();
    const { path } = parseUploadDetails(details);
    assertRole(request, { type: 'folder', id: path }, 'contributor');
    const acting = actingIn(request);
    return await this.uploadImage.execute({
      owner,
      holder: holderOf(request),
      keyId,
      bytes: file.bytes(),
      details: async () => {
        await assertStillAllowed(request);
        return details;
      },
      id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH, `file ${number}`),
      ...(acting && { addedBy: acting.bearer }),
    });
  }

  private refusal(
    request: Request,
    error: unknown,
  ): Pick<Extract<UploadedFile, { error: unknown }>, 'status' | 'error'> {
    const failure = this.errors.failure(error, { request, format: 'problem' });
    return { status: failure.status, error: problemOf(failure, requestContextOf(request).id) };
  }
}
