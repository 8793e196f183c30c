import { missingScope, ScopeMissing, type Caller } from '@cairn/access';
import type { ImageDetails } from '@cairn/images';

/** Who asks for what is there already learns whether it is. @throws {ScopeMissing} for a key that may not read. */
export function assertMayReuse(caller: Caller, { existing }: Pick<ImageDetails, 'existing'>): void {
  const missing = existing === undefined ? undefined : missingScope(caller, ['images:read']);
  if (missing !== undefined) throw new ScopeMissing(missing);
}
