import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** What Vite serves: modules and assets. */
const isOfVite = (url) => /^\/(?:favicon\.svg|src\/|node_modules\/|assets\/|@)/.test(url);

/** Whether the server answers with the document of the page, as it does at the path of each view. */
async function isDocument(target, { url, headers: { accept = '' } }) {
  if (!accept.includes('text/html')) return false;
  const etags = ['/', url].map(async (path) => {
    const { headers } = await fetch(target + path, { method: 'HEAD', headers: { accept } });
    return headers.get('etag');
  });
  const [document, asked] = await Promise.all(etags).catch(() => []);
  return asked !== null && document === asked;
}

/** Serves the page from its sources, reloads it when they change, and passes all else on to the server at `target`. */
export async function servePage({ host, port, target }) {
  const bypass = async (request) => {
    if (isOfVite(request.url)) return request.url;
    return (await isDocument(target, request)) ? '/index.html' : undefined;
  };
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.js', import.meta.url)),
    logLevel: 'warn',
    server: { host, port, strictPort: true, proxy: { '^/': { target, bypass } } },
  });
  return await vite.listen();
}
