import type { IncomingMessage } from 'node:http';
import { UseUploadToken, type Caller } from '@cairn/access';
import {
  OWN_DIALECT,
  UPLOAD_DIALECTS,
  uploadQuerySchema,
  type UploadDialect,
  type UploadResult,
} from '@cairn/api-schema';
import { IMAGE_ID_LENGTH, UploadImage, type Image, type UploadDetails } from '@cairn/images';
import { actingIn, assertMayAddTo } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { successIn } from '../../dialects/upload-dialects.js';
import type { HttpServices } from '../../http-services.js';
import { assertMayReuse, taggingIn } from '../../images/existing-files.js';
import { cutOf } from '../../images/image-view.js';
import { UploadBatch } from '../../images/upload-batch.js';
import { detailsByToken, uploadTokenOf, withinToken } from '../../images/upload-by-token.js';
import { UploadForm } from '../../images/upload-form.js';
import { turnOf } from '../../limits/turn.js';
import { parse } from '../../messages/faults.js';
import { holderOf, noteChanged, requestContextOf } from '../../messages/request-context.js';
import { assertStillAllowed } from '../../messages/still-allowed.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** One file of a request. */
interface SentFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly sizeInBytes?: (() => number | undefined) | undefined;
  readonly details: () => UploadDetails | Promise<UploadDetails>;
  readonly reused?: (() => void) | undefined;
  /** Tells the files of a request apart. */
  readonly part?: string | undefined;
}

/** Uploads of an image, by keys, sessions and upload tokens, and in the dialects of other clients. */
export function imageUploadHandlers({
  application,
  addresses,
  uploads: permits,
  settings,
  rates,
}: HttpServices): OperationHandlers {
  const uploadImage = application.get(UploadImage);
  const useToken = application.get(UseUploadToken);

  async function store(caller: Caller, request: IncomingMessage, file: SentFile): Promise<Image> {
    const acting = actingIn(request);
    const token = uploadTokenOf(request);
    const upload = (): Promise<Image> =>
      uploadImage.execute({
        owner: caller.accountId,
        holder: holderOf(request),
        keyId: caller.keyId,
        bytes: token === undefined ? file.bytes : withinToken(token, file.bytes),
        ...(file.sizeInBytes && { sizeInBytes: file.sizeInBytes }),
        details: async () => {
          const sent = await file.details();
          const details = token === undefined ? sent : detailsByToken(token, sent);
          assertMayReuse(caller, details);
          await assertStillAllowed(request);
          assertMayAddTo(request, details.path ?? '');
          return { ...details, ...taggingIn(acting, details.path) };
        },
        ...(file.reused && { reused: file.reused }),
        id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH, file.part),
        ...(acting && { addedBy: acting.bearer }),
      });
    return token === undefined ? await upload() : await useToken.execute(token, upload);
  }

  /**
   * Reads the request only when the use case needs its bytes. An upload that is queued or rejected uses only its
   * connection.
   */
  async function receive(
    caller: Caller,
    request: IncomingMessage,
    { fields, reused }: { readonly fields?: readonly string[]; readonly reused?: () => void },
  ): Promise<Image> {
    const form = new UploadForm(request, undefined, fields);
    try {
      return await store(caller, request, {
        bytes: form.file(),
        sizeInBytes: () => form.fileBound(),
        details: () => form.details(),
        reused,
      });
    } finally {
      form.discard();
    }
  }

  /** All files of a form. If one is refused, those before it are stored, and the others are not read. */
  async function receiveMany(
    caller: Caller,
    request: IncomingMessage,
    fields: readonly string[],
  ): Promise<readonly Image[]> {
    const batch = new UploadBatch(request, settings.filesPerUpload, fields);
    const images: Image[] = [];
    try {
      for await (const file of batch.files()) {
        // The gatekeeper has already counted the first file.
        if (images.length > 0) await rates.count('uploads', holderOf(request));
        const sent = { bytes: file.bytes(), details: () => file.details(), part: `file ${images.length}` };
        images.push(await store(caller, request, sent));
      }
      return images;
    } finally {
      batch.discard();
      noteChanged(request, { images: images.map(({ id }) => id) });
    }
  }

  async function receiveAs(
    { fields, takesMany }: UploadDialect,
    request: IncomingMessage,
  ): Promise<readonly Image[]> {
    const caller = callerOf(request);
    return takesMany
      ? await receiveMany(caller, request, fields)
      : [await receive(caller, request, { fields })];
  }

  return {
    uploadImage: async ({ request, response, query }) => {
      const { include, as } = parse(query, uploadQuerySchema);
      const caller = callerOf(request);
      const turn = turnOf(response);
      if (as !== undefined) {
        const dialect = UPLOAD_DIALECTS[as];
        const images = await permits.run(turn, () => receiveAs(dialect, request));
        noteChanged(request, { images: images.map(({ id }) => id) });
        response.statusCode = dialect.status;
        return successIn(
          dialect,
          images.map((image) => addresses.ofFile(image)),
        );
      }
      let existing: Pick<UploadResult, 'existing'> = {};
      const reused = (): void => void (existing = { existing: true });
      const image = await permits.run(turn, () => receive(caller, request, { reused }));
      noteChanged(request, { images: existing.existing ? [] : [image.id] });
      response.statusCode = OWN_DIALECT.status;
      response.setHeader('Location', `${addresses.baseUrl}/api/images/${image.id}`);
      return {
        id: image.id,
        url: addresses.ofFile(image),
        ...existing,
        ...(include && cutOf(image)),
      } satisfies UploadResult;
    },
  };
}
