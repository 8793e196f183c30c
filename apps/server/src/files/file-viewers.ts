import type { IncomingMessage } from 'node:http';
import { anonymous, InvalidKey, InvalidToken, missingScope, type Principal } from '@cairn/access';
import { bearerIn, type SignIn } from '../access/sign-in.js';
import type { Visitors } from '../access/sessions/visitors.js';
import type { ClientAddresses } from '../http/client-addresses.js';
import { requestContextOf } from '../http/request-context.js';

interface FileViewersOptions {
  readonly signIn: Pick<SignIn, 'execute'>;
  readonly visitors: Pick<Visitors, 'identify'>;
  readonly clients: Pick<ClientAddresses, 'networkOf'>;
}

/** Finds out who asks for a file. Only private files need it. */
export class FileViewers {
  constructor(private readonly options: FileViewersOptions) {}

  /**
   * The account of the key or the session of a request, if it may read images. A wrong credential is that of a stranger.
   * @throws {HttpError} 429 if its address has sent too many wrong ones, whatever file is asked for.
   */
  async accountOf(request: IncomingMessage): Promise<string | undefined> {
    const principal = await this.identify(request);
    if (principal.kind !== 'key' && principal.kind !== 'session') return undefined;
    requestContextOf(request).principal = principal; // for the log
    const { caller } = principal;
    return missingScope(caller, ['images:read']) === undefined ? caller.accountId : undefined;
  }

  private async identify(request: IncomingMessage): Promise<Principal> {
    const { signIn, visitors, clients } = this.options;
    const { authorization } = request.headers;
    if (authorization === undefined) return await visitors.identify(request);
    const key = bearerIn(authorization);
    if (key === undefined) return anonymous;
    try {
      return await signIn.execute(key, { address: clients.networkOf(request), toHub: false });
    } catch (error) {
      if (error instanceof InvalidKey || error instanceof InvalidToken) return anonymous;
      throw error;
    }
  }
}
