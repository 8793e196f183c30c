import type { IncomingMessage } from 'node:http';
import {
  CreateLink,
  isOfSpaces,
  ManageLinks,
  missingScope,
  ScopeMissing,
  UpdateLink,
  type Caller,
  type Link,
  type LinkedResource,
  type LinkRole,
} from '@cairn/access';
import {
  createLinkBodySchema,
  linksQuerySchema,
  patchLinkBodySchema,
  unlockBodySchema,
  type CreatedLinkRecord,
  type LinkPage,
  type LinkPreviewRecord,
  type LinkRecord,
  type WaitingAnswer,
  type AddedImage,
} from '@cairn/api-schema';
import { parseImagePath, ReadSelection, type SelectionTitle } from '@cairn/images';
import { formatCursor, InvalidInput, parseAll, parseCursor } from '@cairn/kernel';
import { ReadMap } from '@cairn/maps';
import { readerCaller, ReadSpace, SpaceForbidden, SpaceNotFound } from '@cairn/spaces';
import { actingIn } from '../../access/acting.js';
import { noteChanged } from '../../messages/request-context.js';
import { linkOf, callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { HttpError } from '../../messages/http-error.js';
import { readJson } from '../../bodies/json-body.js';
import { parseFolder } from '../../sharing/grant-targets.js';
import { subjectOf } from '../../sharing/grant-view.js';
import { linkRecord, linkUrl, SharedView } from '../../sharing/shared-view.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/**
 * Manages links: creates, lists, changes and revokes them, checks passwords, and receives what holders add. `sharedHandlers`
 * serves what links open.
 */
export function linkHandlers({
  application,
  targets,
  linkAccess: access,
  contributions,
  addresses,
}: HttpServices): OperationHandlers {
  const createLink = application.get(CreateLink);
  const links = application.get(ManageLinks);
  const updateLink = application.get(UpdateLink);
  const selection = application.get(ReadSelection);
  const readSpace = application.get(ReadSpace);
  const readMap = application.get(ReadMap);
  /** @throws {AlbumNotFound} {ImageNotFound} {SpaceNotFound} {MapNotFound} also if it is of another account. {ScopeMissing} */
  async function shares(
    caller: Caller,
    { type, id }: LinkedResource,
  ): Promise<Pick<SelectionTitle, 'takesImages'>> {
    const { accountId: owner } = caller;
    if (type !== 'space' && type !== 'map') return await selection.title({ owner, type, id });
    const missing = missingScope(caller, ['spaces:write']);
    if (missing !== undefined) throw new ScopeMissing(missing);
    if (type === 'map') {
      await readMap.execute({ owner, id });
      return { takesImages: false };
    }
    try {
      await readSpace.execute(readerCaller({ id, owner }), id);
      return { takesImages: false };
    } catch (error) {
      throw error instanceof SpaceForbidden ? new SpaceNotFound(id) : error;
    }
  }

  /** A link to a space or a map is a credential of the spaces API, so its address is shown as it is made: by `spaces:write`. */
  async function urlOf(caller: Caller, link: Link): Promise<string | null> {
    if (isOfSpaces(link.resource.type) && missingScope(caller, ['spaces:write'])) return null;
    const secret = await links.secretOf(link);
    return secret === undefined ? null : linkUrl(addresses.others, secret, link.resource);
  }

  /** @throws {LinkNotFound} {AccessForbidden} unless the caller manages what it opens. */
  async function managed(request: IncomingMessage, id: string): Promise<Link> {
    const link = await links.get(callerOf(request).accountId, id);
    await targets.assertManages(request, link.resource);
    return link;
  }
  return {
    createLink: async ({ request, response }): Promise<CreatedLinkRecord> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, createLinkBodySchema);
      const { type } = body.resource;
      const { resource: id } = parseAll({
        resource: () => (type === 'folder' ? parseFolder(body.resource.id) : body.resource.id),
      });
      await targets.assertManages(request, { type, id });
      const shared = await shares(caller, { type, id });
      const { position, download, password, expiresAt, approval, maxImages, maxBytes } = body;
      const { role } = parseAll({ role: () => parseRole(body.role, shared) });
      const made = await createLink.execute(caller.accountId, {
        resource: { type, id },
        role,
        position,
        download,
        password,
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
        rules: { approval, maxImages, maxBytes },
      });
      noteChanged(request, { thing: { type: 'link', id: made.link.id }, opens: made.link.resource });
      return linkRecord(made.link, linkUrl(addresses.others, made.secret, made.link.resource));
    },

    listLinks: async ({ request, query }): Promise<LinkPage> => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const { limit = PER_PAGE, cursor, type, id, include } = parse(query, linksQuerySchema);
      const { cursor: after, id: named } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
        id: () => (type === 'folder' && id !== undefined ? parseImagePath(id) : id),
      });
      const resource = type === undefined || named === undefined ? undefined : { type, id: named };
      await targets.assertManages(request, resource ?? { type: 'account', id: accountId });
      const { items, next } = await links.list(accountId, { limit, after }, resource);
      const known = include && (await targets.allKnown(accountId, items));
      const shown = actingIn(request) === undefined ? addresses : undefined;
      const records = items.map(async (link, index) => ({
        ...linkRecord(link, await urlOf(caller, link)),
        ...(known && subjectOf(known[index], shown)),
      }));
      return { links: await Promise.all(records), ...(next && { nextCursor: formatCursor(next) }) };
    },

    patchLink: async ({ request, response, params: { id = '' } }): Promise<LinkRecord> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, patchLinkBodySchema);
      const { resource } = await managed(request, id);
      const shared = await shares(caller, resource);
      const { position, download, password, expiresAt, approval, maxImages, maxBytes } = body;
      const { role } = parseAll({ role: () => parseRole(body.role, shared) });
      const link = await updateLink.execute(caller.accountId, id, {
        role,
        position,
        download,
        password,
        expiresAt: typeof expiresAt === 'string' ? Date.parse(expiresAt) : expiresAt,
        rules: { approval, maxImages, maxBytes },
      });
      return linkRecord(link, await urlOf(caller, link));
    },

    previewLink: async ({ request, response, params: { id = '' } }): Promise<LinkPreviewRecord> => {
      const link = await managed(request, id);
      await shares(callerOf(request), link.resource);
      const secret = await links.secretOf(link);
      if (secret === undefined) throw addressUnknown();
      await access.preview(response, link, secret);
      return { url: linkUrl(addresses, secret, link.resource) };
    },

    deleteLink: async ({ request, params: { id = '' } }) => {
      const { resource: opens } = await managed(request, id);
      noteChanged(request, { opens });
      await links.revoke(callerOf(request).accountId, id);
      return NO_CONTENT;
    },

    uploadShared: async ({
      request,
      response,
      params: { secret = '' },
    }): Promise<AddedImage | WaitingAnswer> => {
      const link = linkOf(request);
      const added = await contributions.receive(link, { request, response, secret });
      if ('waiting' in added) return added;
      const { image, ...existing } = added;
      return { ...new SharedView(link, secret, addresses).image(image), ...existing };
    },

    unlockShared: async ({ request, response, params: { secret = '' } }) => {
      const { password } = await readJson(request, response, unlockBodySchema);
      await access.unlock({ request, response }, secret, password);
      return NO_CONTENT;
    },
  };
}

/** @throws {InvalidInput} for contributors to what takes no images: one image, or an album that fills itself. */
function parseRole(
  role: LinkRole | undefined,
  { takesImages }: Pick<SelectionTitle, 'takesImages'>,
): LinkRole | undefined {
  if (role !== 'contributor' || takesImages) return role;
  throw InvalidInput.of(
    'takes-no-images',
    'Images can be added to folders, and to albums that do not fill themselves.',
  );
}

function addressUnknown(): HttpError {
  return new HttpError({
    status: 409,
    code: 'link-address-unknown',
    detail: 'The address of this link is not known; make a new link instead.',
  });
}
