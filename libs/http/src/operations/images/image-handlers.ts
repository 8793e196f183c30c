import {
  imageQuerySchema,
  IMAGE_INCLUSIONS,
  quotaQuerySchema,
  type ImageInclusion,
  patchImageBodySchema,
  type DeleteResult,
  type ImageRecord,
  type QuotaDetails,
} from '@cairn/api-schema';
import {
  DescribeImages,
  ListImagesByTag,
  OpenFile,
  ReadByteQuota,
  ReadUploadLimits,
  ReadImage,
  ReadQuota,
  DeleteImage,
  FileName,
  UpdateImage,
} from '@cairn/images';
import { TrashRules } from '@cairn/kernel';
import { callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { sendListing } from '../../responses/send-listing.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { imageDetails, imageRecord } from '../../images/image-view.js';
import { SourceSets } from '../../images/source-sets.js';
import { assertMayAddTo, askerIn } from '../../access/acting.js';
import { readJson } from '../../bodies/json-body.js';
import type { HttpServices } from '../../http-services.js';

/** Images, one at a time. */
export function imageHandlers({
  application,
  addresses,
  policies,
  settings,
  files,
  contributors: names,
}: HttpServices): OperationHandlers {
  const describeImages = application.get(DescribeImages);
  const readImage = application.get(ReadImage);
  const listImages = application.get(ListImagesByTag);
  const readQuota = application.get(ReadQuota);
  const readByteQuota = application.get(ReadByteQuota);
  const readUploadLimits = application.get(ReadUploadLimits);
  const trash = application.get(TrashRules);
  const deleteImage = application.get(DeleteImage);
  const updateImage = application.get(UpdateImage);
  const openFile = application.get(OpenFile);
  return {
    getImage: async ({ request, query, params: { id = '' } }) => {
      const include = query['include'] === undefined ? undefined : inclusions(query);
      const image = await readImage.execute(callerOf(request).accountId, id);
      if (include === undefined) return imageRecord(image, addresses);
      const shown = include.has('metadata') ? await describeImages.described(image) : image;
      const sources = new SourceSets({
        addresses,
        usesHints: settings.usesClientHints,
        policy: await policies.current(),
      });
      const contributors = include.has('addedBy')
        ? await names.of(request, [image], { type: 'folder', id: image.path })
        : undefined;
      return imageDetails(shown, { addresses, sources, contributors }, include);
    },

    getOriginal: async ({ request, response, params: { id = '' } }) => {
      const image = await readImage.execute(callerOf(request).accountId, id);
      const fileName = FileName.shown(image.fileName);
      response.appendHeader('Vary', 'Authorization, Cookie');
      await files.sendWhole({ request, response, served: openFile.openWhole(image), fileName });
    },

    listImagesByTag: async ({ request, response, query, params: { tag = '' } }) => {
      const { accountId } = callerOf(request);
      await sendListing({
        query,
        response,
        url: `${addresses.baseUrl}/api/tags/${encodeURIComponent(tag)}/images`,
        list: (page) => listImages.execute(accountId, tag, page),
        show: (image) => imageRecord(image, addresses),
      });
    },
    getQuota: async ({ request, query }) => {
      const { accountId } = callerOf(request);
      const images = await readQuota.execute(accountId);
      if (query['include'] === undefined) return images;
      const { include = [] } = parse(query, quotaQuerySchema);
      const details: QuotaDetails = { ...images };
      if (include.includes('bytes')) {
        const { used, reserved, quota = null } = await readByteQuota.execute(accountId);
        details.bytes = { used, reserved, quota };
      }
      if (include.includes('uploads')) {
        const { types, maxFileBytes: maxFileInBytes, ...pixels } = readUploadLimits.execute();
        details.uploads = { types: [...types], maxFileInBytes, ...pixels };
      }
      if (include.includes('trash')) details.trash = { days: trash.days };
      return details;
    },

    deleteImage: async ({ request, params: { id = '' } }): Promise<DeleteResult> => {
      const caller = callerOf(request);
      await deleteImage.execute(caller.accountId, id, askerIn(request, caller));
      return { success: true, message: `Image ${id} was deleted.` };
    },

    patchImage: async ({ request, response, params: { id = '' } }): Promise<ImageRecord> => {
      const caller = callerOf(request);
      const change = await readJson(request, response, patchImageBodySchema);
      if (change.path !== undefined) assertMayAddTo(request, change.path);
      return imageRecord(await updateImage.execute(caller.accountId, id, change), addresses);
    },
  };
}

/** @throws {InvalidInput} if an unknown extra is requested. */
function inclusions(query: unknown): ReadonlySet<ImageInclusion> {
  const named = parse(query, imageQuerySchema).include?.split(',') ?? [];
  return new Set(IMAGE_INCLUSIONS.filter((name) => named.includes(name)));
}
