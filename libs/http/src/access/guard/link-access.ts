import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { InvalidKey, LinkNotFound, LinkPasswordNeeded, OpenLink, type Link } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { RateLimits } from '../rate-limits.js';
import type { SignInAttempts } from '../sessions/sign-in-attempts.js';
import type { ClientAddresses } from '../../messages/client-addresses.js';

/** A preview is for a look. Later the manager is asked and counted like anybody else. */
const PREVIEW_SECONDS = 3_600;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly rates: RateLimits;
  readonly attempts: SignInAttempts;
  readonly clients: ClientAddresses;
  /** Whether the public address uses https. */
  readonly isSecure: boolean;
  /** The path that cookies are sent to. */
  readonly cookiePath: string;
}

/** Opens links for the holders of their secrets, and limits guessing of secrets and passwords. */
export class LinkAccess {
  private readonly openLink: OpenLink;

  constructor(private readonly options: Options) {
    this.openLink = options.application.get(OpenLink);
  }

  /** @throws {LinkNotFound} {LinkPasswordNeeded} {HttpError} 429 after too many requests, or too many wrong secrets. */
  async open(
    request: IncomingMessage,
    secret: string,
    counted: 'requests' | 'uploads' = 'requests',
  ): Promise<Link> {
    const { rates, clients } = this.options;
    const network = clients.networkOf(request);
    await rates.count(counted, network);
    return await this.recheck(request, secret);
  }

  /** Opens the link again during a response. */
  async recheck(request: IncomingMessage, secret: string): Promise<Link> {
    return await this.guarded(request, () =>
      this.openLink.execute({ secret, proof: cookieIn(request, cookieNameOf(secret)) }),
    );
  }

  /**
   * Opens a link to a space or a map as a credential, with the same error for every wrong one.
   * @throws {InvalidKey} {HttpError} 429
   */
  async authenticate(request: IncomingMessage, secret: string, type: 'space' | 'map'): Promise<Link> {
    try {
      const link = await this.recheck(request, secret);
      if (link.resource.type === type) return link;
    } catch (error) {
      if (error instanceof LinkNotFound) throw new InvalidKey();
      if (!(error instanceof LinkPasswordNeeded)) throw error;
    }
    await this.countWrong(request);
    throw new InvalidKey();
  }

  /** Counts that the link was opened, unless somebody who manages it previews it. */
  async countUse(link: Link, request: IncomingMessage): Promise<void> {
    const token = cookieIn(request, previewNameOf(link));
    if (token !== undefined && (await this.openLink.isPreview(link, token))) return;
    await this.openLink.countUse(link);
  }

  /** Stores cookies that open the link as its holders see it, for somebody who manages it. */
  async preview(response: ServerResponse, link: Link, secret: string): Promise<void> {
    const { proof, token } = await this.openLink.preview(link, secret);
    const cookies = [
      [previewNameOf(link), token],
      ...(proof === undefined ? [] : [[cookieNameOf(secret), proof]]),
    ];
    for (const [name, value] of cookies)
      this.setCookie(response, `${name}=${value}`, `; Max-Age=${PREVIEW_SECONDS}`);
  }

  /** Stores a cookie that proves the password. @throws {LinkNotFound} {WrongPassword} {HttpError} 429 */
  async unlock(
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
    secret: string,
    password: string,
  ): Promise<void> {
    const { attempts, clients } = this.options;
    const name = cookieNameOf(secret);
    const network = clients.networkOf(request);
    const proof = await this.guarded(request, () =>
      attempts.unlock({ network, link: name }, () => this.openLink.unlock(secret, password, network)),
    );
    this.setCookie(response, `${name}=${proof}`);
  }

  private setCookie(response: ServerResponse, pair: string, age = ''): void {
    const { isSecure, cookiePath } = this.options;
    const secure = isSecure ? '; Secure' : '';
    response.appendHeader('Set-Cookie', `${pair}; Path=${cookiePath}${age}; HttpOnly; SameSite=Lax${secure}`);
  }

  private async guarded<T>(request: IncomingMessage, open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      if (error instanceof LinkNotFound) await this.countWrong(request);
      throw error;
    }
  }

  /** Counted apart from wrong keys: pages of strangers can make browsers request links that do not exist. */
  private async countWrong(request: IncomingMessage): Promise<void> {
    const { rates, clients } = this.options;
    await rates.count('failedAuth', `links ${clients.networkOf(request)}`);
  }
}

/** A digest of the secret in the name keeps the cookies of several links apart. */
const cookieNameOf = (secret: string): string => `cairn_link_${hash('sha256', secret).slice(0, 16)}`;

/** For a link that is previewed. */
const previewNameOf = ({ id }: Link): string => `cairn_preview_${hash('sha256', id).slice(0, 16)}`;

function cookieIn({ headers }: IncomingMessage, name: string): string | undefined {
  const pair = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}
