import { missingScope, ScopeMissing, type Acting, type Caller } from '@cairn/access';
import { parseImagePath, type ExistingChoice, type ImageDetails, type UploadDetails } from '@cairn/images';
import { reaches } from '../access/acting.js';

const missing = (caller: Caller) => missingScope(caller, ['images:read']);

/** Who asks for what is there already learns whether it is. @throws {ScopeMissing} for a key that may not read. */
export function assertMayReuse(caller: Caller, { existing }: Pick<ImageDetails, 'existing'>): void {
  const scope = existing === undefined ? undefined : missing(caller);
  if (scope !== undefined) throw new ScopeMissing(scope);
}

/** What is done with images that are there, where nobody has to ask for it. A key that may not read is told of none. */
export const existingFor = (caller: Caller): ExistingChoice | undefined =>
  missing(caller) === undefined ? 'reuse' : undefined;

/** Contributors change only what they have added: what others have added does not get their tags. */
export function taggingIn(acting: Acting | undefined, path = ''): Pick<UploadDetails, 'tagging'> | undefined {
  if (acting === undefined) return undefined;
  const isEditor = reaches(acting, { type: 'folder', id: parseImagePath(path) }, 'editor');
  return isEditor ? undefined : { tagging: 'own' };
}
