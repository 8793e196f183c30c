import type { IncomingMessage } from 'node:http';
import { anonymous, InvalidKey, InvalidToken, missingScope, type Principal } from '@cairn/access';
import type { HostedFile } from '@cairn/images';
import type { SharedAccess } from '../access/shared-access.js';
import type { SignIn } from '../access/sign-in.js';
import type { Visitors } from '../access/sessions/visitors.js';
import type { ClientAddresses } from '../messages/client-addresses.js';
import { bearerIn } from '../messages/bearer.js';
import { requestContextOf } from '../messages/request-context.js';

interface FileViewersOptions {
  readonly signIn: Pick<SignIn, 'execute'>;
  readonly visitors: Pick<Visitors, 'identify'>;
  readonly shared: Pick<SharedAccess, 'heldBy' | 'reachesImage'>;
  readonly clients: Pick<ClientAddresses, 'networkOf'>;
}

/** Identifies who requests a file. Needed only for private files. */
export class FileViewers {
  constructor(private readonly options: FileViewersOptions) {}

  /**
   * Whether the key or the session of a request may receive the file: its account owns the file, or the file is shared
   * with it. A wrong credential counts as none. Absent files are looked up like files of others, so that both take the
   * same time.
   * @throws {HttpError} 429 if the address has sent too many wrong credentials, whatever file is requested.
   */
  async maySee(request: IncomingMessage, file: HostedFile | undefined): Promise<boolean> {
    const principal = await this.identify(request);
    if (principal.kind !== 'key' && principal.kind !== 'session') return false;
    requestContextOf(request).principal = principal; // for the log
    const { caller } = principal;
    if (missingScope(caller, ['images:read']) !== undefined) return false;
    if (caller.accountId === file?.owner) return true;
    const held = await this.options.shared.heldBy(caller);
    if (file === undefined || held.length === 0) return false;
    return await this.options.shared.reachesImage(held, { owner: file.owner, id: file.imageId }, 'viewer');
  }

  private async identify(request: IncomingMessage): Promise<Principal> {
    const { signIn, visitors, clients } = this.options;
    const key = bearerIn(request.headers);
    if (key === undefined) return await visitors.identify(request);
    if (key === '') return anonymous;
    try {
      return await signIn.execute(key, { address: clients.networkOf(request), toHub: false });
    } catch (error) {
      if (error instanceof InvalidKey || error instanceof InvalidToken) return anonymous;
      throw error;
    }
  }
}
