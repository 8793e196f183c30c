import type { IncomingMessage, ServerResponse } from 'node:http';
import { LinkNotFound, LinkPasswordNeeded, WrongPassword, type Link } from '@cairn/access';
import { InvalidInput } from '@cairn/kernel';
import { MapNotFound } from '@cairn/maps';
import type { LinkAccess } from '../../access/guard/link-access.js';
import { readForm } from '../../bodies/json-body.js';
import { redirectTo, sendText } from '../../responses/send-text.js';
import type { BaseMapSettings } from '../../settings/http-settings.js';
import { pageHeaders, type Allowed } from './html.js';
import { gonePage, lockedFrame, passwordPage } from './notices.js';
import type { PageAddresses } from './page-addresses.js';
import { textsFor } from './texts.js';

/** A request for a page. */
export interface AskedPage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pages: PageAddresses;
}

export interface MadePage extends Pick<Allowed, 'scripts'> {
  readonly html: string;
  /** What its maps lie on, if that is not the ground. */
  readonly baseMap?: Pick<BaseMapSettings, 'origins'> | undefined;
}

/** Another page, which browsers are led to. */
interface Elsewhere {
  readonly leadsTo: string;
}

interface Options {
  readonly links: LinkAccess;
  /** The origins whose pages may have those in a frame that are made for one. */
  readonly frames: readonly string[];
}

/** Others see in a frame what they see anyway, and nothing there changes anything. */
export const framesOfMaps = (embedOrigins: readonly string[]): readonly string[] =>
  embedOrigins.length > 0 ? embedOrigins : ['*'];

/** Sends pages of links and of public maps. */
export class PageAnswers {
  constructor(private readonly options: Options) {}

  /** Sends a page, or a page that explains the error. */
  async show(asked: AskedPage, make: () => Promise<MadePage | Elsewhere>): Promise<void> {
    try {
      const made = await make();
      if ('leadsTo' in made) {
        redirectTo(asked.response, made.leadsTo);
        return;
      }
      const { html, scripts, baseMap } = made;
      sendText(asked.response, {
        headers: pageHeaders({ scripts, mapsFrom: baseMap?.origins, frames: this.framesOf(asked) }),
        text: html,
      });
    } catch (error) {
      this.refuse(error, asked);
    }
  }

  /** Sends a page that explains the error. */
  refuse(error: unknown, asked: AskedPage): void {
    const { request, response, pages } = asked;
    const texts = textsFor(request);
    const headers = pageHeaders({ frames: this.framesOf(asked) });
    if (error instanceof LinkPasswordNeeded) {
      const text = pages.isEmbedded
        ? lockedFrame(pages, texts)
        : passwordPage({ url: pages.link, isWrong: false }, texts);
      sendText(response, { status: 401, headers, text });
    } else if (gone.some((kind) => error instanceof kind))
      sendText(response, { status: 404, headers, text: gonePage(texts) });
    else throw error;
  }

  /** A page in a frame opens no link with a password, whatever cookie is sent: no one can enter a password there. */
  async open(secret: string, { request, pages }: Pick<AskedPage, 'request' | 'pages'>): Promise<Link> {
    const link = await this.options.links.open(request, secret);
    if (pages.isEmbedded && link.passwordHash !== undefined) throw new LinkPasswordNeeded();
    return link;
  }

  /** Takes the password of a link from a form. */
  async unlock(secret: string, asked: AskedPage): Promise<void> {
    const { request, response, pages } = asked;
    const password = (await readForm(request, response)).get('password') ?? '';
    try {
      await this.options.links.unlock({ request, response }, secret, password);
      redirectTo(response, pages.link);
    } catch (error) {
      if (error instanceof WrongPassword)
        sendText(response, {
          status: 403,
          headers: pageHeaders(),
          text: passwordPage({ url: pages.link, isWrong: true }, textsFor(request)),
        });
      else this.refuse(error, asked);
    }
  }

  private framesOf({ pages }: AskedPage): readonly string[] {
    return pages.isEmbedded ? this.options.frames : [];
  }
}

const gone = [LinkNotFound, MapNotFound, InvalidInput];
