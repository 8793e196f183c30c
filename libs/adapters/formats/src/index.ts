export { LocalFeatureFiles, type LocalFiles } from './local-feature-files.js';
export { ProcessFeatureFiles, type ProcessLimits } from './process/process-feature-files.js';
