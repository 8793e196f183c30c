import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { IN_MEMORY, openBrowser, ServerProcess } from '@cairn/harness';
import { clientFolder } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { blocksFor } from './checks.mjs';

const blocks = blocksFor('tools/docs/maps.full.spec.mjs').flatMap(([, ofPage]) => ofPage);
const UNPKG = 'https://unpkg.com/';
/** Whose packages are the ones of unpkg, by their names. */
const folders = {
  'maplibre-gl': () => '.',
  leaflet: () => clientFolder('leaflet'),
  'leaflet.vectorgrid': () => clientFolder('leaflet'),
  ol: () => clientFolder('ol'),
};
const types = { css: 'text/css', js: 'text/javascript', mjs: 'text/javascript' };

let browser, server, client, names, site, address, shownDocument;

beforeAll(async () => {
  // Pages of this machine may ask its other servers. One that is made up by the browser may not.
  site = createServer(({ url }, response) => {
    const [type, body] = url === '/client.js' ? [types.js, client] : ['text/html', shownDocument];
    response.writeHead(200, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  address = `http://127.0.0.1:${site.address().port}/`;
  const env = { ...IN_MEMORY, CAIRN_EMBED_ORIGINS: new URL(address).origin };
  [browser, server] = await Promise.all([openBrowser(), ServerProcess.start({ env })]);
  const { path } = await server.upload({ bytes: fixtures.jpeg.bytes, name: 'lake.jpg' });
  // One of nobody, which everybody reads, and one of an account, for its map.
  const headers = { 'content-type': 'application/json' };
  const opened = { method: 'POST', key: null, headers, body: JSON.stringify({ title: 'Huts' }) };
  const space = await (await server.fetch('/hub/spaces', opened)).json();
  const rings = [
    [-60, -60],
    [60, -60],
    [60, 60],
    [-60, 60],
    [-60, -60],
  ];
  const body = JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [rings] },
    properties: {},
  });
  const written = { method: 'POST', key: null, headers: { 'content-type': 'application/geo+json' }, body };
  await server.fetch(`/hub/spaces/${space.id}/features`, written);
  const own = await server.json('POST', '/hub/spaces', { title: 'Huts' });
  const layers = [{ title: 'Huts', space: own.id }];
  const map = await server.json('POST', '/api/maps', { title: 'Huts', layers, public: true });
  const album = await server.json('POST', '/api/albums', { title: 'Summer', images: [] });
  const { url } = await server.json('POST', '/api/links', { resource: { type: 'album', id: album.id } });
  names = { space: space.id, map: map.id, link: url.slice(url.lastIndexOf('/') + 1), path };
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@cairn/client'", resolveDir: '.' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  client = outputFiles[0].text;
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await server?.dispose();
});

/** A page that has a block, with the addresses and ids of this server. */
function documentOf({ page, language, code }) {
  const here = code
    .replaceAll('http://127.0.0.1:8080', server.address)
    .replaceAll(
      /https:\/\/images\.example\.org\/(a|m)\/\w+/g,
      (_, kind) => `${server.address}/${kind}/${kind === 'a' ? names.link : names.map}`,
    )
    .replaceAll('SPACE', names.space)
    .replaceAll('lake.jpg', `${server.address}${names.path}`)
    .replaceAll('Bearer KEY', `Bearer ${server.key}`);
  if (language === 'html') return `<!doctype html>${here}`;
  const around =
    page === 'docs/sdk.md'
      ? `import * as maplibregl from '${UNPKG}maplibre-gl@6.17.0/dist/maplibre-gl.mjs'; import { createClient } from '/client.js';
         const [spaceId, key] = ['${names.space}', '${server.key}']; const cairn = createClient({ baseUrl: '${server.address}', key });`
      : here.includes('import ')
        ? ''
        : `import { Map } from '${UNPKG}maplibre-gl@6.17.0/dist/maplibre-gl.mjs';`;
  return `<!doctype html><div id="map" style="height: 100vh"></div><script type="module">${around}\n${here}</script>`;
}

/** What a page loads that is not of the server. */
async function fulfill(route) {
  const url = route.request().url();
  if (url.startsWith('https://demotiles.maplibre.org/'))
    return await route.fulfill({ json: { version: 8, sources: {}, layers: [] } });
  const [, name, path] = /^https:\/\/unpkg\.com\/(.+?)@[\d.]+\/([^?]*)/.exec(url) ?? [];
  if (name === undefined) return await route.abort();
  const file = join(folders[name](), 'node_modules', name, path);
  const headers = { 'access-control-allow-origin': '*' };
  return await route.fulfill({
    contentType: types[path.slice(path.lastIndexOf('.') + 1)],
    headers,
    body: readFileSync(file),
  });
}

it.each(blocks)('$at shows what the server has', async (block) => {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  page.setDefaultTimeout(60_000);
  const faults = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('requestfailed', (request) => faults.push(`${request.url()} ${request.failure()?.errorText}`));
  await page.route(/^https:/, fulfill);
  shownDocument = documentOf(block);
  const shown = page.waitForResponse(
    (answer) => /\/(?:tiles\/.*\.mvt|cdn\/|a\/|m\/)/.test(answer.url()) && answer.ok(),
  );
  await page.goto(address);
  await shown;
  expect(faults).toEqual([]);
  await page.close();
});
