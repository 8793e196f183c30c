import { type ErrorExample } from '../error-example.js';

export const scopeMissing = (scope: string): ErrorExample => ({
  code: 'scope-missing',
  detail: `This needs an API key with the scope \`${scope}\`.`,
});
