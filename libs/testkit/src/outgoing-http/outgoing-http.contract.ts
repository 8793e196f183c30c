import { assert } from '../assert.js';
import type { Contract } from '../contract.js';
import type { OutgoingHttpPorts } from './outgoing-http-ports.js';
import { outgoingHttpLimitRules } from './outgoing-http-limit.rules.js';
import { failsWith, readText, request } from './outgoing-requests.js';
import { refusedNames, refusedUrls } from './refused-urls.js';

/** Rules for every `OutgoingHttp`. */
export const outgoingHttpContract = {
  'an allowed server is asked, and its response is as it sent it': async ({ open }) => {
    const ports = await open();
    ports.answer = ({ body }) => ({
      status: 418,
      headers: { 'Content-Encoding': 'br', 'X-A': ['1', '2'] },
      body: `${body} back`,
    });
    const more = { method: 'POST', body: 'grüße', headers: { 'x-b': '3' } } as const;
    const { status, headers, body, url } = await request(ports, '/a?b', more);
    assert.deepEqual([status, url], [418, `${ports.origins.first}/a?b`]);
    assert.deepEqual([headers['content-encoding'], headers['x-a']], ['br', '1, 2']);
    assert.equal(await readText(body), 'grüße back');
    const [got] = ports.received;
    assert.deepEqual([got?.method, got?.path, got?.body], ['POST', '/a?b', 'grüße']);
    assert.deepEqual([got?.headers['x-b'], got?.headers['content-length']], ['3', '7']);
    assert.equal(got?.headers['accept-encoding'], 'identity');
  },

  'what is not public is refused in every spelling, by its check too, and nothing is resolved': async ({
    open,
  }) => {
    const ports = await open();
    const { port } = new URL(ports.origins.private);
    for (const url of [...refusedUrls, `http://127.0.0.1:${port}/`, ports.origins.private]) {
      assert.throws(() => ports.http.check(url), { code: 'address-not-allowed' }, url);
      await failsWith('address-not-allowed', request(ports, '', { url }), url);
    }
    assert.deepEqual([ports.resolved, ports.received], [[], []]);
  },

  'forms of public addresses and names pass its check': async ({ open }) => {
    const { http, allowedName } = await open();
    for (const url of [
      'https://1.1.1.1/',
      'http://[2606:4700:4700::1111]:8443/a?b',
      'https://bücher.example/',
      `http://${allowedName}/`,
    ])
      assert.doesNotThrow(() => http.check(url), url);
  },

  'a name that has an address that is not public is refused, whatever else it has': async ({ open }) => {
    const ports = await open();
    ports.resolve = async (name) => refusedNames[name] ?? [];
    for (const name of Object.keys(refusedNames))
      for (const host of [name, `${name}.`, name.toUpperCase()])
        await failsWith('address-not-allowed', request(ports, '', { url: `http://${host}/` }), host);
  },

  'a host that is allowed by name is asked wherever it is, and its address is not': async ({ open }) => {
    const ports = await open();
    const { port, hostname } = new URL(ports.origins.private);
    ports.resolve = async () => [hostname];
    ports.answer = () => ({ body: 'hello' });
    const url = `http://${ports.allowedName}:${port}/`;
    assert.equal(await readText((await request(ports, '', { url })).body), 'hello');
    assert.deepEqual(
      ports.received.map(({ at, headers }) => [at, headers['host']]),
      [['private', new URL(url).host]],
    );
    for (const host of ['other.example', hostname])
      await failsWith('address-not-allowed', request(ports, '', { url: `http://${host}:${port}/` }));
    assert.equal(ports.received.length, 1);
  },

  'a name is resolved once for a request, which goes to what was judged': async ({ open }) => {
    const ports = await open();
    const { port } = new URL(ports.origins.private);
    // The second address of the name is the one where a server listens that must not be asked.
    const addresses = ['127.0.0.2', new URL(ports.origins.private).hostname];
    let asked = 0;
    ports.resolve = async () => [addresses[asked++] ?? ''];
    const url = `http://rebinding.example:${port}/`;
    await failsWith('connection-failed', request(ports, '', { url }));
    assert.deepEqual([ports.resolved, ports.received], [['rebinding.example'], []]);
    await failsWith('address-not-allowed', request(ports, '', { url }));
    assert.deepEqual([ports.resolved.length, ports.received], [2, []]);
  },

  'a name without an address is unresolvable': async ({ open }) => {
    const ports = await open();
    const url = 'http://nowhere.example/';
    await failsWith('unresolvable', request(ports, '', { url }));
    ports.resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await failsWith('unresolvable', request(ports, '', { url }));
  },

  'redirects are followed as often as is asked for, each judged as the first address': async ({ open }) => {
    const ports = await open();
    const { first, second, private: hidden } = ports.origins;
    const redirect = (location: string) => ({ status: 302, headers: { location } });
    ports.answer = ({ path }) => {
      if (path === '/private') return redirect(`${hidden}/0`);
      if (path === '/file') return redirect('file:///etc/passwd');
      const left = Number(path.slice(1));
      if (left === 0) return { body: 'there' };
      return redirect(left === 1 ? `${second}/0` : `/${left - 1}`);
    };
    const response = await request(ports, '/3', { maxRedirects: 3 });
    assert.deepEqual([response.url, await readText(response.body)], [`${second}/0`, 'there']);
    await failsWith('too-many-redirects', request(ports, '/4', { maxRedirects: 3 }));
    for (const path of ['/private', '/file'])
      await failsWith('address-not-allowed', request(ports, path, { maxRedirects: 3 }));
    const unfollowed = await request(ports, '/1');
    assert.deepEqual([unfollowed.status, unfollowed.url], [302, `${first}/1`]);
    await readText(unfollowed.body);
    const posted = await request(ports, '/1', { method: 'POST', body: 'x', maxRedirects: 3 });
    assert.equal(posted.status, 302, 'a body is not sent elsewhere');
    await readText(posted.body);
    assert.ok(
      ports.received.every(({ at }) => at !== 'private'),
      'the private server was asked',
    );
  },

  'only the first origin gets the headers of the request': async ({ open }) => {
    const ports = await open();
    ports.answer = ({ at }) =>
      at === 'second' ? {} : { status: 307, headers: { location: `${ports.origins.second}/there` } };
    const secret = { authorization: 'Bearer x', cookie: 'a=b', 'webhook-signature': 'v1,x' };
    const headers = { accept: 'image/*', ...secret };
    await readText((await request(ports, '/', { headers, maxRedirects: 1 })).body);
    const [before, after] = ports.received.map((got) => got.headers);
    for (const [name, value] of Object.entries(headers)) assert.equal(before?.[name], value);
    assert.deepEqual(
      Object.keys(secret).filter((name) => after?.[name] !== undefined),
      [],
    );
    assert.deepEqual([after?.['accept'], after?.['host']], ['image/*', new URL(ports.origins.second).host]);
  },

  ...outgoingHttpLimitRules,
} satisfies Contract<OutgoingHttpPorts>;
