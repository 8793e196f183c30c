export { ProcessFeatureFiles, type ProcessLimits } from './process/process-feature-files.js';
