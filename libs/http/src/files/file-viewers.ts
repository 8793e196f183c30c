import type { IncomingMessage } from 'node:http';
import {
  anonymous,
  callerIn,
  InvalidKey,
  InvalidToken,
  missingScope,
  type Caller,
  type GrantRole,
  type Principal,
} from '@cairn/access';
import type { HostedFile } from '@cairn/images';
import type { SharedAccess } from '../access/shared-access.js';
import type { Principals } from '../access/guard/principals.js';
import { bearerIn } from '../messages/bearer.js';
import { requestContextOf } from '../messages/request-context.js';

interface FileViewersOptions {
  readonly principals: Pick<Principals, 'of'>;
  readonly shared: Pick<SharedAccess, 'heldBy' | 'reachesImage'>;
}

/** Identifies who requests a file. Needed only for private files. */
export class FileViewers {
  constructor(private readonly options: FileViewersOptions) {}

  /**
   * Whether the key or the session of a request may receive the file: its account owns the file, or the file is shared
   * with it in at least this role. A wrong credential counts as none. Absent files are looked up like files of others, so that both take the
   * same time.
   * @throws {HttpError} 429 if the address has sent too many wrong credentials, whatever file is requested.
   */
  async maySee(
    request: IncomingMessage,
    file: HostedFile | undefined,
    role: GrantRole = 'viewer',
  ): Promise<boolean> {
    const principal = await this.identify(request);
    const caller = callerIn(principal);
    if (caller === undefined) return false;
    requestContextOf(request).principal = principal; // for the log
    return await isSeenBy(caller, file, { shared: this.options.shared, role });
  }

  private async identify(request: IncomingMessage): Promise<Principal> {
    const token = bearerIn(request.headers);
    if (token === '') return anonymous;
    try {
      return await this.options.principals.of(request, { token, toHub: false });
    } catch (error) {
      if (error instanceof InvalidKey || error instanceof InvalidToken) return anonymous;
      throw error;
    }
  }
}

/** Whether a caller may receive a private file: the account of the caller owns it, or the caller has a role in it. */
export async function isSeenBy(
  caller: Caller,
  file: HostedFile | undefined,
  { shared, role }: Pick<FileViewersOptions, 'shared'> & { readonly role: GrantRole },
): Promise<boolean> {
  if (missingScope(caller, ['images:read']) !== undefined) return false;
  if (caller.accountId === file?.owner) return true;
  const held = await shared.heldBy(caller);
  if (file === undefined || held.length === 0) return false;
  return await shared.reachesImage(held, { owner: file.owner, id: file.imageId }, role);
}
