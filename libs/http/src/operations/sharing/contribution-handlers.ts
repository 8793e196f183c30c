import type { IncomingMessage } from 'node:http';
import { AccessForbidden, isAtLeast, type Acting } from '@cairn/access';
import {
  approveBodySchema,
  contributionsQuerySchema,
  refuseBodySchema,
  type ApprovedContributions,
  type ContributionPage,
  type ContributionRecord,
  type RefusedContributions,
} from '@cairn/api-schema';
import {
  ContributionNotFound,
  FileName,
  isWithin,
  OpenFile,
  parseImagePath,
  ReviewContributions,
  storedFile,
  uprightSize,
  type ContributedPlace,
  type WaitingImage,
} from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { actingIn, reaches } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import { parse } from '../../messages/faults.js';
import { noteChanged } from '../../messages/request-context.js';
import { queryTextOf } from '../../messages/query.js';
import { timestamp } from '../../responses/timestamp.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import type { ContributorMembers } from '../../images/contributors.js';
import { PAGE_QUERIES } from '../../sharing/page-queries.js';

const PER_PAGE = 100;

/** Queries of the dashboard, which work whatever transforms the server allows to everyone. */
const ofPages = new Set<string>(Object.values(PAGE_QUERIES));

/** What guests added by links, and waits for who manages the album or folder. */
export function contributionHandlers({
  application,
  contributors,
  addresses,
  files,
}: HttpServices): OperationHandlers {
  const review = application.get(ReviewContributions);
  const openFile = application.get(OpenFile);

  /** Those of the given images that wait where the caller decides. */
  async function decided(request: IncomingMessage, ids: readonly string[]): Promise<readonly string[]> {
    const places = managedIn(actingIn(request));
    if (places === undefined) return ids;
    const waiting = await review.find(callerOf(request).accountId, ids);
    return waiting.filter((each) => isAmong(each, places)).map(({ image }) => image.id);
  }

  /** Tells the audit trail what was decided, and where, if that is one place. */
  function note(request: IncomingMessage, waiting: readonly WaitingImage[], images: readonly string[]): void {
    const places = new Map(waiting.map(({ place }) => [`${place.type}:${place.id}`, place]));
    const [thing] = places.size === 1 ? places.values() : [];
    noteChanged(request, { images, ...(thing && { thing }) });
  }

  function record({ image, linkId, place }: WaitingImage, named: ContributorMembers): ContributionRecord {
    const { id, fileName, file, description, createdAt } = image;
    const appearance = description?.appearance;
    return {
      id,
      name: FileName.shown(fileName),
      resource: { ...place },
      addedBy: `link:${linkId}`,
      guest: named.guest ?? { id: '', name: null },
      addedAt: timestamp(createdAt),
      ...uprightSize(file),
      sizeInBytes: storedFile(file).sizeInBytes,
      ...(typeof appearance === 'object' && { thumbhash: appearance.thumbhash }),
      file: `${addresses.baseUrl}/api/contributions/${id}/file`,
    };
  }
  return {
    listContributions: async ({ request, query }): Promise<ContributionPage> => {
      const { accountId } = callerOf(request);
      const { limit = PER_PAGE, cursor, type, id, link, guest } = parse(query, contributionsQuerySchema);
      const { cursor: after, id: named } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
        id: () => (type === 'folder' && id !== undefined ? parseImagePath(id) : id),
      });
      const asked = type === undefined || named === undefined ? undefined : { type, id: named };
      const filter = { linkId: link, guest, places: placesFor(actingIn(request), asked) };
      const { items, next } = await review.list(accountId, filter, { limit, after });
      const names = await contributors.named(
        accountId,
        items.map(({ image }) => image),
      );
      return {
        contributions: items.map((each) => record(each, names(each.image))),
        count: await review.count(accountId, filter),
        ...(next && { nextCursor: formatCursor(next) }),
      };
    },

    getContributionFile: async ({ request, response, params: { id = '' } }) => {
      const { image, ...waiting } = await review.get(callerOf(request).accountId, id);
      const places = managedIn(actingIn(request));
      if (places !== undefined && !isAmong(waiting, places)) throw new ContributionNotFound();
      const query = queryTextOf(request);
      response.appendHeader('Vary', 'Authorization, Cookie');
      await files.sendPrivately({
        served: openFile.open(image),
        fileName: FileName.shown(image.fileName),
        query,
        isOriginal: query === '',
        isSigned: ofPages.has(query),
        request,
        response,
      });
    },

    approveContributions: async ({ request, response }): Promise<ApprovedContributions> => {
      const { accountId } = callerOf(request);
      const { ids, withoutAlbum = false } = await readJson(request, response, approveBodySchema);
      const known = await decided(request, ids);
      const waiting = await review.find(accountId, known);
      const done = await review.approve(accountId, known, withoutAlbum ? 'leave-out' : 'needed');
      note(request, waiting, done.approved);
      return {
        approved: [...done.approved],
        existing: [...done.existing],
        left: done.left.map((each) => ({ ...each })),
        missing: [...unknownOf(ids, known), ...done.missing],
      };
    },

    refuseContributions: async ({ request, response }): Promise<RefusedContributions> => {
      const { accountId } = callerOf(request);
      const { ids } = await readJson(request, response, refuseBodySchema);
      const known = await decided(request, ids);
      const waiting = await review.find(accountId, known);
      const refused = await review.refuse(accountId, known);
      note(request, waiting, refused);
      return { refused: [...refused], missing: unknownOf(ids, refused) };
    },
  };
}

function unknownOf(ids: readonly string[], known: readonly string[]): string[] {
  const found = new Set(known);
  return [...new Set(ids)].filter((id) => !found.has(id));
}

/** Where a caller decides; `undefined` for everywhere in the account. */
function managedIn(acting: Acting | undefined): readonly ContributedPlace[] | undefined {
  if (acting === undefined || reaches(acting, { type: 'account', id: acting.accountId }, 'manager'))
    return undefined;
  return acting.held.flatMap(({ resource: { type, id }, role }) =>
    (type === 'album' || type === 'folder') && isAtLeast(role, 'manager') ? [{ type, id }] : [],
  );
}

/** @throws {AccessForbidden} for a place that the caller does not manage. */
function placesFor(
  acting: Acting | undefined,
  asked: ContributedPlace | undefined,
): readonly ContributedPlace[] | undefined {
  const managed = managedIn(acting);
  if (asked === undefined) return managed;
  if (managed !== undefined && !managed.some((place) => isWithin(asked, place)))
    throw new AccessForbidden('manager');
  return [asked];
}

const isAmong = ({ place }: Pick<WaitingImage, 'place'>, places: readonly ContributedPlace[]): boolean =>
  places.some((each) => isWithin(place, each));
