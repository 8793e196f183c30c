import { copyImageBodySchema, knownFilesBodySchema, type KnownFilesRecord } from '@cairn/api-schema';
import { CopyImage, FindKnownFiles, IMAGE_ID_LENGTH, ReadImage } from '@cairn/images';
import { actingIn, assertMayAddTo } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import type { HttpServices } from '../../http-services.js';
import { imageRecord } from '../../images/image-view.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** Files that are there already, and images that share their bytes. */
export function knownFileHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const findKnownFiles = application.get(FindKnownFiles);
  const copyImage = application.get(CopyImage);
  const readImage = application.get(ReadImage);
  return {
    findKnownFiles: async ({ request, response }): Promise<KnownFilesRecord> => {
      const asked = await readJson(request, response, knownFilesBodySchema);
      const { known, sizes } = await findKnownFiles.execute(callerOf(request).accountId, asked);
      const shown = [...known].map(
        ([hash, files]) => [hash, files.map(({ id, path, inTrash }) => ({ id, path, inTrash }))] as const,
      );
      return { known: Object.fromEntries(shown), sizes: [...sizes] };
    },

    copyImage: async ({ request, response, params: { id: of = '' } }) => {
      const { accountId, keyId } = callerOf(request);
      const copy = await readJson(request, response, copyImageBodySchema);
      const acting = actingIn(request);
      // Who may change one image may not add others beside it.
      if (acting !== undefined)
        assertMayAddTo(request, copy.path ?? (await readImage.execute(accountId, of)).path);
      const image = await copyImage.execute(accountId, of, {
        ...copy,
        keyId,
        id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH),
        ...(acting && { addedBy: acting.bearer }),
      });
      noteChanged(request, { images: [image.id] });
      response.setHeader('Location', `${addresses.baseUrl}/api/images/${image.id}`);
      return imageRecord(image, addresses);
    },
  };
}
