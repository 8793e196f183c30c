import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the site does to another one: each function resolves when it has tried. */
const script = `
  const all = (tries) => Promise.all(tries.map((each) => each.then(() => 'read', () => 'refused')));
  const send = (url, init) => fetch(url, { credentials: 'include', ...init });
  const key = JSON.stringify({ name: 'stolen', scopes: ['images:read'] });
  const json = { 'content-type': 'application/json' };
  function upload() {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(atob(PICTURE), (byte) => byte.charCodeAt(0))]), 'foreign.gif');
    return form;
  }
  /** Sends requests that would change something, and some that would tell something. */
  globalThis.sendAll = (target) => all([
    send(target + '/api/keys', { method: 'POST', mode: 'no-cors', body: key }),
    send(target + '/api/upload', { method: 'POST', mode: 'no-cors', body: upload() }),
    send(target + '/hub/spaces', { method: 'POST', mode: 'no-cors', body: '{"title":"foreign"}' }),
  ]).then(() => all([
    send(target + '/api/keys', { method: 'POST', headers: json, body: key }),
    send(target + '/api/session', { method: 'DELETE' }),
    send(target + '/api/session'),
    send(target + '/api/images'),
  ]));
  /** Submits a form, which leaves the site. */
  globalThis.submit = (target, enctype) => {
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { method: 'post', action: target, enctype });
    const field = document.createElement('input');
    Object.assign(field, { name: '{"name":"stolen","scopes":["images:read"],"x":"', value: '"}' });
    form.append(field);
    form.submit();
  };
  /** Shows pages in frames. */
  globalThis.frameAll = (urls) => Promise.all(urls.map((url) => new Promise((resolve) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.onload = resolve;
    frame.src = url;
  })));`;

/** A site of somebody else. */
export interface ForeignSite {
  /** Another origin of the same site as a server on 127.0.0.1, whose cookies `SameSite` lets through. */
  readonly sibling: string;
  /** Another site. */
  readonly foreign: string;
  close(): void;
}

/** Opens a site that attacks others, with a picture to upload as base64. */
export async function openForeignSite(picture: string): Promise<ForeignSite> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><body><script>const PICTURE = '${picture}';${script}</script>`);
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sibling: `http://127.0.0.1:${port}`,
    foreign: `http://localhost:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
