export { LocalFeatureFiles, type LocalFiles } from './process/local-feature-files.js';
export { ProcessFeatureFiles, type ProcessLimits } from './process/process-feature-files.js';
