import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Addresses, createHandler, sendContinueOnRead } from '@cairn/http';
import {
  banner,
  closeServer,
  createFirstAccess,
  createLog,
  explain,
  handlerOptions,
  listeningAddress,
  openApplication,
  parseSettings,
} from '@cairn/server/parts';

/** Where Cairn is in this service. */
const BASE_PATH = '/media';
/** Requests that are under way at a stop have as long. */
const DRAIN_MS = 1_000;

/**
 * A service that is not Cairn's server, and has Cairn below a path: plain `node:http`, with a page of its own. It has the server's
 * settings, so that the server's tests run against it.
 */
async function openHost(): Promise<void> {
  const settings = parseSettings(process.env);
  const { written, ...log } = await createLog(settings.logLevel);
  const http = createServer();
  sendContinueOnRead(http);
  const { host } = settings;
  await once(http.listen(settings.port, host), 'listening');
  const { port } = http.address() as AddressInfo; // of a TCP server
  const listening = listeningAddress(host, port);
  const { baseUrl: publicUrl = listening } = settings;
  const baseUrl = publicUrl + BASE_PATH;
  const addresses = new Addresses(baseUrl, settings.cdnUrl ?? `${baseUrl}/cdn`);
  const application = await openApplication(settings, addresses, log);
  const cairn = createHandler(application, {
    ...handlerOptions(settings, log),
    publicUrl,
    basePath: BASE_PATH,
    cdnUrl: settings.cdnUrl,
  });
  const firstAccess = await createFirstAccess(application, settings);
  const own: RequestListener = ({ url }, response) =>
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/plain' }).end('host\n');
  // The whole of the path is Cairn's: it answers there, too, where it has nothing.
  const others: RequestListener = (request, response) =>
    (request.url?.startsWith(`${BASE_PATH}/`) ? cairn.node : own)(request, response);
  http.on('request', (request, response) => cairn.node(request, response, () => others(request, response)));
  process.once('SIGTERM', () => {
    cairn.drain();
    void closeServer(http, DRAIN_MS)
      .then(() => cairn.close())
      .then(() => application.close())
      .finally(() => {
        log.flush();
        process.exit();
      });
  });
  await written();
  const given = settings.bootstrapKey !== undefined;
  process.stderr.write(banner({ baseUrl, listening: listening + BASE_PATH, ...firstAccess, given }));
}

try {
  await openHost();
} catch (error) {
  process.stderr.write(`${explain(error, process.env)}\n`);
  process.exit(1);
}
