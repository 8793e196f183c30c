import type { Application } from '@cairn/composition';
import { ListImagesByTag, ReadImage, ReadQuota } from '@cairn/images';
import { callerOf } from '../access/caller.js';
import type { Addresses } from '../http/addresses.js';
import { sendJson } from '../http/responses/send-json.js';
import { sendListing } from '../http/responses/send-listing.js';
import type { OperationHandler } from '../http/routing/request-router.js';
import { imageRecord } from './image-view.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
}

/** The most frequent reads of the image API. They do not go through NestJS. */
export function imageHandlers({
  application,
  addresses,
}: Options): Readonly<Record<string, OperationHandler>> {
  const readImage = application.get(ReadImage);
  const listImages = application.get(ListImagesByTag);
  const readQuota = application.get(ReadQuota);
  return {
    getImage: async ({ request, response, params: { id = '' } }) => {
      const image = await readImage.execute(callerOf(request).accountId, id);
      sendJson(response, imageRecord(image, addresses));
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
    getQuota: async ({ request, response }) => {
      sendJson(response, await readQuota.execute(callerOf(request).accountId));
    },
  };
}
