import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const scopeMissing = (scope: string): ErrorExample => ({
  code: 'scope-missing',
  detail: `This needs an API key with the scope \`${scope}\`.`,
});

/** Error examples of the operations on defaults of folders. */
export const folderDefaultErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  listFolderDefaults: { 403: scopeMissing('images:read') },
  putFolderDefault: {
    400: invalid('visibility', 'unknown-choice', 'must be `public`, `unlisted` or `private`'),
    403: scopeMissing('images:write'),
    409: {
      code: 'folder-default-limit-reached',
      detail: 'No more than 1000 folders can have a default.',
    },
  },
};
