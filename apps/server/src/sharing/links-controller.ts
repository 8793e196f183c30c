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
  type SharedImage,
} from '@cairn/api-schema';
import { parseImagePath, ReadSelection, type SelectionTitle } from '@cairn/images';
import { formatCursor, InvalidInput, parseAll, parseCursor } from '@cairn/kernel';
import { readerCaller, ReadSpace, SpaceForbidden, SpaceNotFound } from '@cairn/spaces';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { linkOf } from '../access/caller.js';
import { FromApplication } from '../application-providers.js';
import { parse } from '../http/faults.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { queryOf } from '../http/query.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { Contributions } from './contributions.js';
import { GrantTargets, parseFolder } from './grant-targets.js';
import { LinkAccess } from '../access/guard/link-access.js';
import { createdLink, linkRecord, SharedView } from './shared-view.js';

const PER_PAGE = 100;

/**
 * Manages links: creates, lists and revokes them, checks passwords, and receives what holders add. `sharedHandlers`
 * serves what links open.
 */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class LinksController {
  constructor(
    @FromApplication(CreateLink) private readonly createLink: CreateLink,
    @FromApplication(ManageLinks) private readonly links: ManageLinks,
    @FromApplication(ReadSelection) private readonly selection: ReadSelection,
    @FromApplication(ReadSpace) private readonly readSpace: ReadSpace,
    @Inject(GrantTargets) private readonly targets: GrantTargets,
    @Inject(LinkAccess) private readonly access: LinkAccess,
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('createLink')
  async create(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedLinkRecord> {
    const body = await readJson(request, response, createLinkBodySchema);
    const { type } = body.resource;
    const { resource: id } = parseAll({
      resource: () => (type === 'folder' ? parseFolder(body.resource.id) : body.resource.id),
    });
    await this.targets.assertManages(request, { type, id });
    const shared = await this.shares(caller, { type, id });
    const { position, download, password, expiresAt } = body;
    const { role } = parseAll({ role: () => parseRole(body.role, shared) });
    const made = await this.createLink.execute(caller.accountId, {
      resource: { type, id },
      role,
      position,
      download,
      password,
      expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
    });
    return createdLink(made, this.addresses);
  }

  /** @throws {AlbumNotFound} {ImageNotFound} {SpaceNotFound} also if it is of another account. {ScopeMissing} */
  private async shares(
    caller: Caller,
    { type, id }: LinkedResource,
  ): Promise<Pick<SelectionTitle, 'takesImages'>> {
    const { accountId: owner } = caller;
    if (type !== 'space') return await this.selection.title({ owner, type, id });
    const missing = missingScope(caller, ['spaces:write']);
    if (missing !== undefined) throw new ScopeMissing(missing);
    try {
      await this.readSpace.execute(readerCaller({ id, owner }), id);
      return { takesImages: false };
    } catch (error) {
      throw error instanceof SpaceForbidden ? new SpaceNotFound(id) : error;
    }
  }

  @HandlesOperation('listLinks')
  async list(@Authenticated() { accountId }: Caller, @Req() request: Request): Promise<LinkPage> {
    const { limit = PER_PAGE, cursor, type, id } = parse(queryOf(request), linksQuerySchema);
    const { cursor: after, id: named } = parseAll({
      cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      id: () => (type === 'folder' && id !== undefined ? parseImagePath(id) : id),
    });
    const resource = type === undefined || named === undefined ? undefined : { type, id: named };
    await this.targets.assertManages(request, resource ?? { type: 'account', id: accountId });
    const { items, next } = await this.links.list(accountId, { limit, after }, resource);
    return { links: items.map(linkRecord), ...(next && { nextCursor: formatCursor(next) }) };
  }

  @HandlesOperation('deleteLink')
  async revoke(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<void> {
    if (actingIn(request) !== undefined)
      await this.targets.assertManages(request, (await this.links.get(accountId, id)).resource);
    await this.links.revoke(accountId, id);
  }

  @HandlesOperation('uploadShared')
  async upload(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('secret') secret: string,
  ): Promise<SharedImage> {
    const link = linkOf(request);
    const image = await this.contributions.receive(link, { request, response, secret });
    return new SharedView(link, secret, this.addresses).image(image);
  }

  @HandlesOperation('unlockShared')
  async unlock(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    const { password } = await readJson(request, response, unlockBodySchema);
    await this.access.unlock({ request, response }, secret, password);
  }
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
