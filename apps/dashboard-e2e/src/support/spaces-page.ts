import { openBrowser, ServerProcess } from '@cairn/harness';
import type { Browser } from 'playwright-core';
import { openPage, setUpOwner, type WatchedPage } from './browser.js';

/** A server in memory with its owner, and her page. */
export interface SpacesPage extends WatchedPage {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** Makes a space with these features. */
  readonly fill: (id: string, features: readonly object[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openSpacesPage(): Promise<SpacesPage> {
  const env = { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' };
  const [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
  const watched = await openPage(browser);
  await setUpOwner(watched.page, server);
  const send = async (path: string, contentType: string, body: string): Promise<void> => {
    const headers = { 'content-type': contentType };
    const response = await server.fetch(path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  return {
    ...{ ...watched, server, browser },
    fill: async (id, features) => {
      await send('/hub/spaces', 'application/json', JSON.stringify({ id, title: id.toUpperCase() }));
      const lines = features.map((feature) => JSON.stringify(feature)).join('\n');
      if (features.length > 0) await send(`/hub/spaces/${id}/features`, 'application/x-ndjson', lines);
    },
    close: async () => {
      await browser.close();
      await server.dispose();
    },
  };
}

/** A feature that is a point. */
export const pointAt = (id: string, coordinates: readonly [number, number], properties: object = {}) => ({
  ...{ type: 'Feature', id, properties },
  geometry: { type: 'Point', coordinates },
});
