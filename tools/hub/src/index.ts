export { summaryOf, type Answered } from './clients/answered.js';
export type { Exchange } from './clients/recorder.js';
