import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const presetNotFound = { code: 'preset-not-found', detail: 'There is no preset with this name.' };
const presetReadOnly = {
  code: 'preset-read-only',
  detail: 'The preset with this name is in the settings of the server, and changes with them only.',
};

/** Error examples of the operations on presets. */
export const presetErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  getPreset: { 404: presetNotFound },
  putPreset: {
    400: invalid('query', 'empty', 'must have a parameter that changes something'),
    409: presetReadOnly,
  },
  deletePreset: { 404: presetNotFound, 409: presetReadOnly },
};
