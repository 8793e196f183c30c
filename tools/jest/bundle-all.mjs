import bundle from './bundle.mjs';
import bundleHost from './bundle-host.mjs';

// Before runs of Jest that begin at once, which then find all of it up to date.
await bundle();
await bundleHost();
