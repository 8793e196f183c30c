import { counted, type Counted } from './images.ts';

/** The texts of where photos were taken. */
export const places = {
  action: 'Set the place',
  button: 'Place',
  coordinates: 'Coordinates',
  done: (count: number) => (count === 1 ? 'The place is set.' : `The place of ${count} photos is set.`),
  doneOf: ({ done, all, failed }: Counted) => counted(`Place of ${done} of ${all} set`, failed),
  hint: 'Latitude and longitude as maps copy them, such as 47.3769, 8.5417.',
  map: 'Map to choose the place on',
  mapHint: 'Or click the map. The marker can be dragged.',
  marker: 'Place. The arrow keys move it.',
  placeless: 'Photos without a place',
  placelessText: 'Select those that were taken at one place, then set it on a map.',
  selectNew: (count: number) => (count === 1 ? 'Select the new one' : `Select the ${count} new ones`),
  takeAway: 'Use the place in the file',
  takenAway: (count: number) =>
    count === 1 ? 'The place is the one in the file.' : `${count} photos have the place in their files.`,
  title: (count: number) => (count === 1 ? 'Where was it taken?' : `Where were these ${count} photos taken?`),
  undone: 'The former places are back.',
  wrong: 'Write latitude and longitude, such as 47.3769, 8.5417, or click the map.',
};
