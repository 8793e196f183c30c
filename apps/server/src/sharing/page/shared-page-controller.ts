import { LinkNotFound, LinkPasswordNeeded, WrongPassword, type Link } from '@cairn/access';
import { sharedImagesQuerySchema } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../../access/guard/access-guard.js';
import { ErrorResponder } from '../../errors/error-responder.js';
import { parse } from '../../http/faults.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { closeAfterResponse } from '../../http/body/discard-body.js';
import { readForm } from '../../http/body/json-body.js';
import { queryOf } from '../../http/query.js';
import { requestContextOf } from '../../http/request-context.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../../settings/settings.js';
import { Contributions } from '../contributions.js';
import { LinkAccess } from '../../access/guard/link-access.js';
import { SharedView } from '../shared-view.js';
import { SharedReader } from '../shared-reader.js';
import { refusedPage } from './adding-form.js';
import { pageHeaders, type Allowed } from './html.js';
import { LinkMap, mapOfPictures, mapOfSpace } from './link-map.js';
import { PageAddresses } from './page-addresses.js';
import { gonePage, lockedFrame, passwordPage, picturePage, picturesPage } from './shared-pages.js';
import { spacePage } from './space-page.js';
import { textsFor } from './texts.js';

const PER_PAGE = 60;

/** The pages that holders of links open in a browser. They work without a script; pages of pictures have one. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class SharedPageController {
  constructor(
    @Inject(LinkAccess) private readonly links: LinkAccess,
    @Inject(SharedReader) private readonly reader: SharedReader,
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(ErrorResponder) private readonly errors: ErrorResponder,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(LinkMap) private readonly map: LinkMap,
    @Inject(SERVER_SETTINGS) private readonly settings: Pick<ServerSettings, 'embedOrigins'>,
  ) {}

  @HandlesOperation('getSharedPage')
  async pictures(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    const pages = this.pagesOf(request, secret);
    await this.show({ request, response, pages }, async () => {
      const { cursor } = parse(queryOf(request), sharedImagesQuerySchema);
      const link = await this.open(request, secret, pages);
      if (link.resource.type === 'space') return await this.space({ request, pages, secret, link });
      const title = await this.reader.title(link);
      const page = await this.reader.images(link, { limit: PER_PAGE, cursor });
      if (cursor === undefined) await this.links.countUse(link);
      const view = new SharedView(link, secret, this.addresses);
      const { nextCursor } = page;
      const shown = {
        addresses: pages,
        archive: `${this.addresses.baseUrl}/api/shared/${secret}/download`,
        upload: `${this.addresses.baseUrl}/api/shared/${secret}/upload`,
        shared: view.shared(title),
        images: page.images.map((image) => view.image(image)),
        isFirst: cursor === undefined,
        nextCursor,
      };
      const { program } = this.map;
      const images = `${this.addresses.baseUrl}/api/shared/${secret}/images`;
      const map =
        link.position === 'none' || program === undefined
          ? undefined
          : mapOfPictures({ addresses: pages, program, images }, textsFor(request));
      const html = picturesPage({ ...shown, map }, textsFor(request));
      return { html, scripts: map === undefined ? 'of pictures' : 'with a map' };
    });
  }

  private async space({ request, pages, secret, link }: OpenedSpace): Promise<Made> {
    const texts = textsFor(request);
    const { baseUrl } = this.addresses;
    const id = encodeURIComponent(link.resource.id);
    const shared = new SharedView(link, secret, this.addresses).shared(await this.reader.title(link));
    const featureCount = await this.reader.featureCount(link);
    await this.links.countUse(link);
    const { program } = this.map;
    const tiles = `${baseUrl}/tiles/${id}.json?access_token=${secret}`;
    const map = program === undefined ? '' : mapOfSpace({ program, tiles }, texts);
    const features = `${baseUrl}/hub/spaces/${id}/export?access_token=${secret}`;
    return {
      html: spacePage({ addresses: pages, shared, featureCount, map, features }, texts),
      scripts: 'with a map',
    };
  }

  @HandlesOperation('getSharedImagePage')
  async picture(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
    @Param('id') id: string,
  ): Promise<void> {
    const pages = this.pagesOf(request, secret);
    await this.show({ request, response, pages }, async () => {
      const link = await this.open(request, secret, pages);
      const image = await this.reader.image(link, id);
      const { title } = await this.reader.title(link);
      const neighbours = await this.reader.neighbours(link, id);
      const shown = new SharedView(link, secret, this.addresses).image(image);
      return {
        html: picturePage({ addresses: pages, title, image: shown, neighbours }, textsFor(request)),
      };
    });
  }

  @HandlesOperation('uploadSharedPage')
  async upload(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    const pages = new PageAddresses(this.urlOf(secret), false);
    try {
      const link = await this.links.open(request, secret, 'uploads');
      requestContextOf(request).principal = { kind: 'link', link };
      await this.contributions.receive(link, { request, response, secret });
      response.redirect(303, pages.link);
    } catch (error) {
      closeAfterResponse(response);
      if (error instanceof LinkNotFound || error instanceof LinkPasswordNeeded)
        this.refuse(error, { request, response, pages });
      else {
        const { status, code, headers } = this.errors.failure(error, { request, format: 'problem' });
        const page = refusedPage({ url: pages.link, code }, textsFor(request));
        response
          .status(status)
          .set({ ...headers, ...pageHeaders() })
          .send(page);
      }
    }
  }

  @HandlesOperation('unlockSharedPage')
  async unlock(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    const pages = new PageAddresses(this.urlOf(secret), false);
    const password = (await readForm(request, response)).get('password') ?? '';
    try {
      await this.links.unlock({ request, response }, secret, password);
      response.redirect(303, pages.link);
    } catch (error) {
      if (error instanceof WrongPassword)
        response
          .status(403)
          .set(pageHeaders())
          .send(passwordPage({ url: pages.link, isWrong: true }, textsFor(request)));
      else this.refuse(error, { request, response, pages });
    }
  }

  /** A page in a frame opens no link with a password, whatever cookie is sent: no one can enter a password there. */
  private async open(request: Request, secret: string, { isEmbedded }: PageAddresses): Promise<Link> {
    const link = await this.links.open(request, secret);
    if (isEmbedded && link.passwordHash !== undefined) throw new LinkPasswordNeeded();
    return link;
  }

  /** Sends a page, or a page that explains the error. */
  private async show(asked: Asked, make: () => Promise<Made>): Promise<void> {
    const { response } = asked;
    try {
      const { html, scripts } = await make();
      response
        .status(200)
        .set(pageHeaders({ scripts, frames: this.framesOf(asked) }))
        .send(html);
    } catch (error) {
      this.refuse(error, asked);
    }
  }

  /** Sends a page that explains the error. */
  private refuse(error: unknown, asked: Asked): void {
    const { request, response, pages } = asked;
    const texts = textsFor(request);
    const headers = pageHeaders({ frames: this.framesOf(asked) });
    if (error instanceof LinkPasswordNeeded)
      response
        .status(401)
        .set(headers)
        .send(
          pages.isEmbedded
            ? lockedFrame(pages, texts)
            : passwordPage({ url: pages.link, isWrong: false }, texts),
        );
    else if (error instanceof LinkNotFound || error instanceof InvalidInput)
      response.status(404).set(headers).send(gonePage(texts));
    else throw error;
  }

  private framesOf({ pages }: Asked): readonly string[] {
    return pages.isEmbedded ? this.settings.embedOrigins : [];
  }

  private pagesOf(request: Request, secret: string): PageAddresses {
    return new PageAddresses(this.urlOf(secret), Object.hasOwn(queryOf(request), 'embed'));
  }

  private urlOf(secret: string): string {
    return `${this.addresses.baseUrl}/a/${encodeURIComponent(secret)}`;
  }
}

interface Asked {
  readonly request: Request;
  readonly response: Response;
  readonly pages: PageAddresses;
}

interface OpenedSpace extends Pick<Asked, 'request' | 'pages'> {
  readonly secret: string;
  readonly link: Link;
}

interface Made extends Pick<Allowed, 'scripts'> {
  readonly html: string;
}
