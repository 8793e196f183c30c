import { config } from 'zod';

// Its schemas compile themselves with `eval`, which the policy of the page refuses.
config({ jitless: true });
