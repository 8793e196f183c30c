export const map = { code: 'map-not-found', detail: 'There is no map with this id.' };
export const changed = {
  code: 'map-changed',
  detail: 'The map was changed meanwhile: it has the version 2.',
};
export const pictureFailed = {
  code: 'map-picture-failed',
  detail: 'The picture of the map could not be drawn: too many are drawn at once.',
};
export const picturesNotInstalled = {
  code: 'map-pictures-not-installed',
  detail: 'This service draws no pictures of maps.',
};
