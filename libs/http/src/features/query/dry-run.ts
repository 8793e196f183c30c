import { InvalidInput } from '@cairn/kernel';
import type { HubParameters } from './hub-parameters.js';

/** Features have no dry run: ignoring the flag would write or delete them. @throws {InvalidInput} */
export function assertNoDryRun(parameters: HubParameters): void {
  if (parameters.flag('dryRun') === true)
    throw InvalidInput.of(
      'unsupported',
      'Features are written and deleted without a trial: there is no `dryRun` for them.',
    );
}
