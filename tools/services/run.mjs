import { withFittingNode } from '../node.mjs';

// `node tools/services/run.mjs COMMAND [ARGUMENT …]` runs a command while the servers run that tests need.
withFittingNode(() => import('./with-servers.mjs'));
