/** Changes with every byte of the assets: put it into addresses that may be cached for ever. */
export const GROUND_VERSION = '';
