import { LinkNotFound, LinkPasswordNeeded, WrongPassword } from '@cairn/access';
import { sharedImagesQuerySchema } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../../access/access-guard.js';
import { ErrorResponder } from '../../errors/error-responder.js';
import { parse } from '../../errors/faults.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { closeAfterResponse } from '../../http/body/discard-body.js';
import { readForm } from '../../http/body/json-body.js';
import { queryOf } from '../../http/query.js';
import { HandlesOperation } from '../../http/routing/handles-operation.js';
import { Contributions } from '../contributions.js';
import { LinkAccess } from '../link-access.js';
import { SharedView } from '../shared-view.js';
import { SharedReader } from '../shared-reader.js';
import { refusedPage } from './adding-form.js';
import { PAGE_HEADERS, PICTURES_HEADERS } from './html.js';
import { gonePage, passwordPage, picturePage, picturesPage } from './shared-pages.js';
import { textsFor } from './texts.js';

const PER_PAGE = 60;

/** The pages that holders of links open in a browser. They need no script; one of pictures has one. */
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
  ) {}

  @HandlesOperation('getSharedPage')
  async pictures(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    await this.show({ request, response, secret, headers: PICTURES_HEADERS }, async () => {
      const { cursor } = parse(queryOf(request), sharedImagesQuerySchema);
      const link = await this.links.open(request, secret);
      const title = await this.reader.title(link);
      const page = await this.reader.images(link, { limit: PER_PAGE, cursor });
      if (cursor === undefined) await this.links.countUse(link);
      const view = new SharedView(link, secret, this.addresses);
      const images = page.images.map((image) => view.image(image));
      const { nextCursor } = page;
      const url = this.urlOf(secret);
      const shown = {
        url,
        archive: `${this.addresses.baseUrl}/api/shared/${secret}/download`,
        upload: `${this.addresses.baseUrl}/api/shared/${secret}/upload`,
        shared: view.shared(title),
        images,
        isFirst: cursor === undefined,
        nextCursor,
      };
      return picturesPage(shown, textsFor(request));
    });
  }

  @HandlesOperation('getSharedImagePage')
  async picture(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
    @Param('id') id: string,
  ): Promise<void> {
    await this.show({ request, response, secret }, async () => {
      const link = await this.links.open(request, secret);
      const image = await this.reader.image(link, id);
      const { title } = await this.reader.title(link);
      const neighbours = await this.reader.neighbours(link, id);
      const shown = new SharedView(link, secret, this.addresses).image(image);
      return picturePage({ url: this.urlOf(secret), title, image: shown, neighbours }, textsFor(request));
    });
  }

  @HandlesOperation('uploadSharedPage')
  async upload(
    @Req() request: Request,
    @Res() response: Response,
    @Param('secret') secret: string,
  ): Promise<void> {
    const url = this.urlOf(secret);
    try {
      const link = await this.links.open(request, secret, 'uploads');
      await this.contributions.receive(link, { request, response, secret });
      response.redirect(303, url);
    } catch (error) {
      closeAfterResponse(response);
      if (error instanceof LinkNotFound || error instanceof LinkPasswordNeeded)
        this.refuse(error, { request, response, secret });
      else {
        const { status, code, headers } = this.errors.failure(error, { request, format: 'problem' });
        const page = refusedPage({ url, code }, textsFor(request));
        response
          .status(status)
          .set({ ...headers, ...PAGE_HEADERS })
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
    const url = this.urlOf(secret);
    const password = (await readForm(request, response)).get('password') ?? '';
    try {
      await this.links.unlock({ request, response }, secret, password);
      response.redirect(303, url);
    } catch (error) {
      if (error instanceof WrongPassword)
        response
          .status(403)
          .set(PAGE_HEADERS)
          .send(passwordPage({ url, isWrong: true }, textsFor(request)));
      else this.refuse(error, { request, response, secret });
    }
  }

  /** Sends a page, or one that says why there is none. */
  private async show(asked: Asked, make: () => Promise<string>): Promise<void> {
    const { request, response, secret, headers = PAGE_HEADERS } = asked;
    try {
      response
        .status(200)
        .set(headers)
        .send(await make());
    } catch (error) {
      this.refuse(error, { request, response, secret });
    }
  }

  /** Sends a page that says why there is none. */
  private refuse(error: unknown, { request, response, secret }: Asked): void {
    const texts = textsFor(request);
    if (error instanceof LinkPasswordNeeded)
      response
        .status(401)
        .set(PAGE_HEADERS)
        .send(passwordPage({ url: this.urlOf(secret), isWrong: false }, texts));
    else if (error instanceof LinkNotFound || error instanceof InvalidInput)
      response.status(404).set(PAGE_HEADERS).send(gonePage(texts));
    else throw error;
  }

  private urlOf(secret: string): string {
    return `${this.addresses.baseUrl}/a/${encodeURIComponent(secret)}`;
  }
}

interface Asked {
  readonly request: Request;
  readonly response: Response;
  readonly secret: string;
  /** Those of the page, if it comes to it. */
  readonly headers?: Readonly<Record<string, string>>;
}
