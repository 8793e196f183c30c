import type { IncomingMessage } from 'node:http';
import type { UploadToken } from '@cairn/access';
import { FileTooLarge, parseImagePath, type UploadDetails } from '@cairn/images';
import { InvalidInput, parseAll, type Fault } from '@cairn/kernel';
import { requestContextOf } from '../messages/request-context.js';

/** What the owner of the folder decides. `existing` would tell whether an image is there. */
const REFUSED = ['visibility', 'metadata', 'existing'] as const;

/** The upload token of a request, if it came with one. */
export function uploadTokenOf(request: IncomingMessage): UploadToken | undefined {
  const { principal } = requestContextOf(request);
  return principal.kind === 'upload-token' ? principal.token : undefined;
}

/** The bytes of a file, up to the size that the token allows. @throws {FileTooLarge} */
export async function* withinToken(
  { maxFileBytes = Infinity }: UploadToken,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > maxFileBytes) throw new FileTooLarge(maxFileBytes);
    yield piece;
  }
}

/** The details of an upload by a token. @throws {InvalidInput} naming what the token does not allow. */
export function detailsByToken(token: UploadToken, details: UploadDetails): UploadDetails {
  InvalidInput.throwIfAny(
    REFUSED.filter((name) => details[name] !== undefined).map((name): Fault => ({
      pointer: `/${name}`,
      code: 'not-by-token',
      detail: `\`${name}\` cannot be set with an upload token; who owns the folder decides.`,
    })),
  );
  const { path } = parseAll({ path: () => pathWithin(token, details.path) });
  return { ...details, path, tags: [...token.tags, ...(details.tags ?? [])] };
}

/** The folder of the token, or the one below it that the upload names. */
function pathWithin({ path: folder }: UploadToken, given = ''): string {
  const path = parseImagePath(given);
  if (path === '') return folder;
  if (folder === '' || path === folder || path.startsWith(`${folder}/`)) return path;
  throw InvalidInput.of(
    'outside-token',
    `The upload token is for the folder ${JSON.stringify(folder)} and those below it.`,
  );
}
