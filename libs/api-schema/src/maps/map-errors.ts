export const map = { code: 'map-not-found', detail: 'There is no map with this id.' };
export const changed = {
  code: 'map-changed',
  detail: 'The map was changed meanwhile: it has the version 2.',
};
