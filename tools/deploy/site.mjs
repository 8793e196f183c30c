import { request } from 'node:https';

/** A client of a site at localhost, whose certificate it trusts. */
export class Site {
  constructor({ port, ca, key }) {
    this.port = port;
    this.ca = ca;
    this.key = key;
  }

  /** Begins a request. Gives the response once its head is there. */
  open(path, { method = 'GET', headers = {}, body, from = '127.0.0.1', claimed, key = this.key } = {}) {
    return new Promise((resolve, reject) => {
      const { port, ca } = this;
      const asked = request({
        ...{ host: '127.0.0.1', servername: 'localhost', port, ca, path, method, localAddress: from },
        headers: {
          Host: `localhost:${port}`,
          ...(claimed && { 'X-Forwarded-For': claimed }),
          ...(key !== null && { Authorization: `Bearer ${key}` }),
          ...headers,
        },
      });
      asked.once('response', resolve);
      asked.once('error', reject);
      if (body === undefined) asked.end();
      else asked.end(body);
    });
  }

  /** The whole of a response. */
  async ask(path, options) {
    const response = await this.open(path, options);
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
  }

  async json(path, options) {
    const { status, bytes } = await this.ask(path, options);
    if (status >= 300) throw new Error(`${path} answers ${status}: ${bytes}`);
    return JSON.parse(bytes);
  }

  /** Uploads an image. Gives its address. */
  async upload(bytes, { name = 'photo.jpg', ...options } = {}) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
    const given = Buffer.from(await new Response(body).arrayBuffer());
    const { url } = await this.json('/api/upload', {
      ...options,
      method: 'POST',
      headers: { 'Content-Type': headers.get('content-type'), 'Content-Length': given.length },
      body: given,
    });
    return new URL(url);
  }

  /** Follows the events. Gives the first that matches, and ends the stream. */
  async firstEvent(pattern, onOpen) {
    const response = await this.open('/api/events');
    await onOpen();
    let heard = '';
    for await (const chunk of response.setEncoding('utf8')) {
      heard += chunk;
      const found = pattern.exec(heard);
      if (found) {
        response.destroy();
        return found[0];
      }
    }
    throw new Error(`The stream ended:\n${heard}`);
  }
}
