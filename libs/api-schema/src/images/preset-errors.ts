export const presetNotFound = { code: 'preset-not-found', detail: 'There is no preset with this name.' };
export const presetReadOnly = {
  code: 'preset-read-only',
  detail: 'The preset with this name is in the settings of the server, and changes with them only.',
};
