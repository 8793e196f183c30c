import {
  CreateLink,
  ManageLinks,
  missingScope,
  ScopeMissing,
  type Caller,
  type LinkedResource,
  type LinkRole,
} from '@cairn/access';
import {
  createLinkBodySchema,
  linksQuerySchema,
  unlockBodySchema,
  type CreatedLinkRecord,
  type LinkPage,
  type AddedImage,
} from '@cairn/api-schema';
import { parseImagePath, ReadSelection, type SelectionTitle } from '@cairn/images';
import { formatCursor, InvalidInput, parseAll, parseCursor } from '@cairn/kernel';
import { readerCaller, ReadSpace, SpaceForbidden, SpaceNotFound } from '@cairn/spaces';
import { actingIn } from '../../access/acting.js';
import { linkOf, callerOf } from '../../access/caller.js';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { parseFolder } from '../../sharing/grant-targets.js';
import { createdLink, linkRecord, SharedView } from '../../sharing/shared-view.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/**
 * Manages links: creates, lists and revokes them, checks passwords, and receives what holders add. `sharedHandlers`
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
  const selection = application.get(ReadSelection);
  const readSpace = application.get(ReadSpace);
  /** @throws {AlbumNotFound} {ImageNotFound} {SpaceNotFound} also if it is of another account. {ScopeMissing} */
  async function shares(
    caller: Caller,
    { type, id }: LinkedResource,
  ): Promise<Pick<SelectionTitle, 'takesImages'>> {
    const { accountId: owner } = caller;
    if (type !== 'space') return await selection.title({ owner, type, id });
    const missing = missingScope(caller, ['spaces:write']);
    if (missing !== undefined) throw new ScopeMissing(missing);
    try {
      await readSpace.execute(readerCaller({ id, owner }), id);
      return { takesImages: false };
    } catch (error) {
      throw error instanceof SpaceForbidden ? new SpaceNotFound(id) : error;
    }
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
      const { position, download, password, expiresAt } = body;
      const { role } = parseAll({ role: () => parseRole(body.role, shared) });
      const made = await createLink.execute(caller.accountId, {
        resource: { type, id },
        role,
        position,
        download,
        password,
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
      });
      return createdLink(made, addresses);
    },

    listLinks: async ({ request, query }): Promise<LinkPage> => {
      const { accountId } = callerOf(request);
      const { limit = PER_PAGE, cursor, type, id } = parse(query, linksQuerySchema);
      const { cursor: after, id: named } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
        id: () => (type === 'folder' && id !== undefined ? parseImagePath(id) : id),
      });
      const resource = type === undefined || named === undefined ? undefined : { type, id: named };
      await targets.assertManages(request, resource ?? { type: 'account', id: accountId });
      const { items, next } = await links.list(accountId, { limit, after }, resource);
      return { links: items.map(linkRecord), ...(next && { nextCursor: formatCursor(next) }) };
    },

    deleteLink: async ({ request, params: { id = '' } }) => {
      const { accountId } = callerOf(request);
      if (actingIn(request) !== undefined)
        await targets.assertManages(request, (await links.get(accountId, id)).resource);
      await links.revoke(accountId, id);
      return NO_CONTENT;
    },

    uploadShared: async ({ request, response, params: { secret = '' } }): Promise<AddedImage> => {
      const link = linkOf(request);
      const { image, ...existing } = await contributions.receive(link, { request, response, secret });
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
