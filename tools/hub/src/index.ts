export { summaryOf, type Answered } from './clients/answered.js';
export type { Exchange } from './clients/recorder.js';
export { watchTiles, type FreshTilesResult } from './tiles/fresh-tiles.js';
export { PlaceStates } from './tiles/place-states.js';
