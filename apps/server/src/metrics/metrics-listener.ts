import { createServer, type RequestListener, type Server } from 'node:http';
import type { MetricsText } from '@cairn/http';
import { listen } from '../listener/listening.js';

interface Where {
  readonly host: string;
  readonly port: number;
}

/** Serves the metrics on a port of their own, to everyone who reaches it. Resolves once it listens. */
export async function listenForMetrics(where: Where, text: () => Promise<MetricsText>): Promise<Server> {
  const server = createServer(metricsListener(text));
  await listen(server, { ...where, settings: 'CAIRN_METRICS' });
  return server;
}

/** Answers `GET /metrics`, and nothing else. */
export const metricsListener =
  (text: () => Promise<MetricsText>): RequestListener =>
  (request, response) => {
    const [path] = (request.url ?? '').split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(path === '/metrics' ? 405 : 404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('The metrics are at /metrics.\n');
      return;
    }
    text().then(
      ({ contentType, text: metrics }) =>
        void response.writeHead(200, { 'Content-Type': contentType }).end(metrics),
      () => void response.writeHead(500).end(),
    );
  };
