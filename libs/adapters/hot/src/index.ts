export { HotFeatureStore, type HotFeatureStoreOptions } from './hot-feature-store.js';
export type { HotSpaceState, HotState } from './building/hot-life.js';
export { LocalPackBuilder } from './building/local-pack-builder.js';
export { BuildStopped, type PackBuilder, type PackOrder } from './building/pack-builder.js';
export { PackTooLarge } from './pack/build-pack.js';
export type { Built, ColdSpace } from './building/space-builds.js';
