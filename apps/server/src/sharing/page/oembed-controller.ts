import { LinkNotFound, LinkPasswordNeeded, type Link } from '@cairn/access';
import { oembedQuerySchema, type Oembed } from '@cairn/api-schema';
import { Controller, Inject, Req, UseFilters, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { AccessGuard } from '../../access/guard/access-guard.js';
import { parse } from '../../http/faults.js';
import { HttpError } from '../../http/http-error.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { queryOf } from '../../http/query.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../../settings/settings.js';
import { LinkAccess } from '../../access/guard/link-access.js';
import { SharedReader } from '../shared-reader.js';
import { SharedView } from '../shared-view.js';
import { oembedOf } from './oembed.js';
import { PageAddresses } from './page-addresses.js';

/** Tells other sites how to show a link: https://oembed.com */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class OembedController {
  constructor(
    @Inject(LinkAccess) private readonly links: LinkAccess,
    @Inject(SharedReader) private readonly reader: SharedReader,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(SERVER_SETTINGS) private readonly settings: Pick<ServerSettings, 'embedOrigins'>,
  ) {}

  @HandlesOperation('getOembed')
  async describe(@Req() request: Request): Promise<Oembed> {
    const { url, format = 'json', ...room } = parse(queryOf(request), oembedQuerySchema);
    if (format !== 'json') throw formatNotOffered();
    const { secret, id } = this.linkedBy(url);
    const link = await this.open(request, secret);
    const title = await this.reader.title(link);
    const view = new SharedView(link, secret, this.addresses);
    const only = id ?? (link.resource.type === 'image' ? link.resource.id : undefined);
    const picture = only === undefined ? undefined : view.image(await this.reader.image(link, only));
    const pages = new PageAddresses(`${this.addresses.baseUrl}/a/${secret}`, true);
    const frame = id === undefined ? pages.pictures() : pages.picture(id);
    const described = {
      title: id === undefined ? title.title : (picture?.name ?? title.title),
      provider: this.addresses.baseUrl,
      frame: this.settings.embedOrigins.length > 0 ? frame : undefined,
      picture,
      cover: picture ?? view.shared(title).cover ?? undefined,
    };
    return oembedOf(described, room);
  }

  /** Ignores the cookie that proves a password, because the result is shown to others. @throws {LinkNotFound} */
  private async open(request: Request, secret: string): Promise<Link> {
    try {
      const link = await this.links.open(request, secret);
      if (link.passwordHash === undefined) return link;
    } catch (error) {
      if (!(error instanceof LinkPasswordNeeded)) throw error;
    }
    throw new LinkNotFound();
  }

  /** The secret of the link at an address; empty, which opens nothing, if the address is not one of a link. */
  private linkedBy(address: string): { readonly secret: string; readonly id?: string | undefined } {
    const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' };
    const before = `${this.addresses.baseUrl}/a/`;
    const whole = origin + pathname;
    const [, secret = '', id] =
      /^([^/]+)(?:\/([^/]+))?\/?$/.exec(whole.startsWith(before) ? whole.slice(before.length) : '') ?? [];
    return { secret, id };
  }
}

const formatNotOffered = (): HttpError =>
  new HttpError({
    status: 501,
    code: 'format-not-offered',
    detail: 'Only `format=json` is offered.',
  });
