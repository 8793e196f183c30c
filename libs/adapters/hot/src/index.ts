export { HotFeatureStore } from './hot-feature-store.js';
