import {
  dismissBodySchema,
  dismissedQuerySchema,
  lookAlikesQuerySchema,
  type DismissedPairs,
  type LookAlikePage,
} from '@cairn/api-schema';
import { DismissLookAlikes, ListLookAlikes, RecallLookAlikes } from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { callerOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import type { HttpServices } from '../../http-services.js';
import { galleryImage } from '../../images/image-view.js';
import { parse } from '../../messages/faults.js';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

const GROUPS_PER_PAGE = 20;
const include = ['file', 'placeholder'];

/** Images that look alike. */
export function lookAlikeHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const list = application.get(ListLookAlikes);
  const dismiss = application.get(DismissLookAlikes);
  const recall = application.get(RecallLookAlikes);
  return {
    listLookAlikes: compressed(async ({ request, query }) => {
      const { limit = GROUPS_PER_PAGE, cursor } = parse(query, lookAlikesQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await list.execute(callerOf(request).accountId, { limit, after });
      return {
        groups: items.map(({ better, reasons, images }) => ({
          better: better.id,
          reasons: [...reasons],
          images: images.map(({ image, ...facts }) => ({
            image: galleryImage(image, { addresses, include }),
            ...facts,
          })),
        })),
        ...(next && { nextCursor: formatCursor(next) }),
      } satisfies LookAlikePage;
    }),

    dismissLookAlikes: async ({ request, response }): Promise<DismissedPairs> => {
      const { accountId } = callerOf(request);
      const { ids } = await readJson(request, response, dismissBodySchema);
      return { changed: await dismiss.execute(accountId, ids) };
    },

    recallLookAlikes: async ({ request, query }): Promise<DismissedPairs> => {
      const { ids } = parse(query, dismissedQuerySchema);
      return { changed: await recall.execute(callerOf(request).accountId, ids.split(',')) };
    },
  };
}
