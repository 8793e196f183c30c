import { imageQuerySchema, IMAGE_INCLUSIONS, quotaQuerySchema, type ImageInclusion } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { DescribeImages, ListImagesByTag, ReadByteQuota, ReadImage, ReadQuota } from '@cairn/images';
import { callerOf } from '../access/caller.js';
import { parse } from '../http/faults.js';
import type { TransformPolicies } from '../files/transform-policies.js';
import type { Addresses } from '../http/addresses.js';
import { sendJson } from '../http/responses/send-json.js';
import { sendListing } from '../http/responses/send-listing.js';
import type { OperationHandler } from '../http/operations/operation-handler.js';
import { imageDetails, imageRecord } from './image-view.js';
import { SourceSets } from './source-sets.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly policies: TransformPolicies;
  /** Whether client hints affect derivatives. */
  readonly usesHints: boolean;
}

/** The most frequent reads of the image API. They do not go through NestJS. */
export function imageHandlers({
  application,
  addresses,
  policies,
  usesHints,
}: Options): Readonly<Record<string, OperationHandler>> {
  const describeImages = application.get(DescribeImages);
  const readImage = application.get(ReadImage);
  const listImages = application.get(ListImagesByTag);
  const readQuota = application.get(ReadQuota);
  const readByteQuota = application.get(ReadByteQuota);
  return {
    getImage: async ({ request, response, query, params: { id = '' } }) => {
      const include = query['include'] === undefined ? undefined : inclusions(query);
      const image = await readImage.execute(callerOf(request).accountId, id);
      if (include === undefined) {
        sendJson(response, imageRecord(image, addresses));
        return;
      }
      const shown = include.has('metadata') ? await describeImages.described(image) : image;
      const sources = new SourceSets({ addresses, usesHints, policy: await policies.current() });
      sendJson(response, imageDetails(shown, { addresses, sources }, include));
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
    getQuota: async ({ request, response, query }) => {
      const { accountId } = callerOf(request);
      const images = await readQuota.execute(accountId);
      if (query['include'] === undefined) {
        sendJson(response, images);
        return;
      }
      parse(query, quotaQuerySchema);
      const { used, reserved, quota = null } = await readByteQuota.execute(accountId);
      sendJson(response, { ...images, bytes: { used, reserved, quota } });
    },
  };
}

/** @throws {InvalidInput} if an unknown extra is requested. */
function inclusions(query: unknown): ReadonlySet<ImageInclusion> {
  const named = parse(query, imageQuerySchema).include?.split(',') ?? [];
  return new Set(IMAGE_INCLUSIONS.filter((name) => named.includes(name)));
}
