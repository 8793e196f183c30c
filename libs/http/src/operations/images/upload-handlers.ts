import type { IncomingMessage } from 'node:http';
import type { Caller } from '@cairn/access';
import type { UploadedFile, UploadsResult } from '@cairn/api-schema';
import { IMAGE_ID_LENGTH, parseUploadDetails, UploadImage, type Image } from '@cairn/images';
import { actingIn, assertRole } from '../../access/acting.js';
import { problemOf } from '../../errors/problem.js';
import { turnOf } from '../../limits/turn.js';
import { holderOf, noteChanged, requestContextOf } from '../../messages/request-context.js';
import { assertStillAllowed } from '../../messages/still-allowed.js';
import { assertMayReuse, taggingIn } from '../../images/existing-files.js';
import { cutOf, imageRecord } from '../../images/image-view.js';
import { UploadBatch, type BatchFile } from '../../images/upload-batch.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** Uploads of many files in one request. */
export function uploadHandlers({
  application,
  settings,
  addresses,
  uploads: permits,
  rates,
  errors,
}: HttpServices): OperationHandlers {
  const uploadImage = application.get(UploadImage);
  async function receive(caller: Caller, request: IncomingMessage): Promise<UploadsResult> {
    const batch = new UploadBatch(request, settings.filesPerUpload);
    const results: UploadedFile[] = [];
    const added: string[] = [];
    try {
      for await (const file of batch.files()) {
        const number = results.length;
        let status: 200 | 201 = 201;
        const reused = (): void => void (status = 200);
        const sent = store(caller, { request, file, number, reused });
        results.push({
          name: file.name,
          ...(await sent.then(
            (image) => {
              if (status === 201) added.push(image.id);
              return { status, image: imageRecord(image, addresses), ...cutOf(image) };
            },
            (error: unknown) => refusal(request, error),
          )),
        });
      }
    } catch (error) {
      // If there is no file at all, the whole request has failed.
      if (results.length === 0) throw error;
      results.push({ name: '', ...refusal(request, error) });
    } finally {
      batch.discard();
      noteChanged(request, { images: added });
    }
    return { results };
  }

  async function store(
    caller: Caller,
    {
      request,
      file,
      number,
      reused,
    }: {
      readonly request: IncomingMessage;
      readonly file: BatchFile;
      readonly number: number;
      readonly reused: () => void;
    },
  ): Promise<Image> {
    await assertStillAllowed(request);
    // The gatekeeper has already counted the first file.
    if (number > 0) await rates.count('uploads', holderOf(request));
    const { accountId: owner, keyId } = caller;
    const details = file.details();
    assertMayReuse(caller, details);
    const { path } = parseUploadDetails(details);
    assertRole(request, { type: 'folder', id: path }, 'contributor');
    const acting = actingIn(request);
    return await uploadImage.execute({
      owner,
      holder: holderOf(request),
      keyId,
      bytes: file.bytes(),
      reused,
      details: async () => {
        await assertStillAllowed(request);
        return { ...details, ...taggingIn(acting, path) };
      },
      id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH, `file ${number}`),
      ...(acting && { addedBy: acting.bearer }),
    });
  }

  function refusal(
    request: IncomingMessage,
    error: unknown,
  ): Pick<Extract<UploadedFile, { error: unknown }>, 'status' | 'error'> {
    const failure = errors.failure(error, { request, format: 'problem' });
    return { status: failure.status, error: problemOf(failure, requestContextOf(request).id) };
  }
  return {
    uploadImages: async ({ request, response }): Promise<UploadsResult> => {
      const caller = callerOf(request);
      return await permits.run(turnOf(response), () => receive(caller, request));
    },
  };
}
