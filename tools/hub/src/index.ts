export { summaryOf, type Answered } from './clients/answered.js';
export type { Exchange } from './clients/recorder.js';
export { watchTiles, type FreshTilesResult } from './fresh-tiles/fresh-tiles.js';
export { PlaceStates } from './fresh-tiles/place-states.js';
export { withNodes } from './fresh-tiles/with-nodes.js';
