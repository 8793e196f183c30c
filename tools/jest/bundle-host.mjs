import { bundleTestHosts } from '../server-bundle.mjs';

/** Suites of mounted servers start a built program, once it is up to date. */
export default async function bundleHost() {
  await bundleTestHosts();
}
