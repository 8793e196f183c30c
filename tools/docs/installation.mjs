import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess, UNLIMITED, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';

const { bytes } = fixtures.rotatedJpeg;
const PASSWORD = 'four quiet words here';

/** What the pages upload and import, below the folder in which their commands run. */
const files = {
  'lake.jpg': bytes,
  'a.jpg': bytes,
  'b.jpg': fixtures.jpeg.bytes,
  'photo.jpg': bytes,
  'shot.png': fixtures.png.bytes,
  'photos/2026/lake.jpg': bytes,
  'takeout.zip': Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), // an empty one
  'trees.csv': 'Nr;Baum;Länge;Breite\n1;Linde;7,4474;46,9480\n',
  'parcels.csv': 'Nr;E;N\n1;2600000;1200000\n',
};

/** A server with what the variables of docs/index.md name, and a folder for commands. */
export class Installation {
  static async open() {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-docs-'));
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const env = { ...UNLIMITED, CAIRN_IMPORTS: 'on' };
    const server = await ServerProcess.start({ dataDir: join(folder, 'data'), env });
    const [own] = await server.json('GET', '/api/accounts');
    const other = await server.json('POST', '/api/accounts', { name: 'Guests' });
    return new Installation({ server, folder, own: own.id, other: other.id });
  }

  constructor({ server, folder, own, other }) {
    this.server = server;
    this.folder = folder;
    this.env = {
      CAIRN: server.address,
      KEY: server.key,
      CAIRN_KEY: server.key,
      ACCOUNT: own,
      FORMER: other,
      SETUP: /\/setup#(\w+)/.exec(server.output())[1],
    };
  }

  async ask(method, path, body, headers = {}) {
    const answer = await this.server.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }

  /** Makes the rest of what the variables name; before, docs/accounts.md has made the first user. */
  async fill() {
    const form = uploadForm({
      bytes: fixtures.jpeg.bytes,
      name: 'first.jpg',
      path: 'holiday/2026',
      tags: 'lake',
    });
    const { id, url } = JSON.parse(await this.server.request('POST', '/api/upload', form));
    const space = await this.ask('POST', '/hub/spaces', { title: 'Huts', description: '' });
    const feature = {
      type: 'Feature',
      id: 'h1',
      geometry: { type: 'Point', coordinates: [11, 47] },
      properties: { name: 'Hut' },
    };
    await this.ask('POST', `/hub/spaces/${space.id}/features`, feature, {
      'content-type': 'application/geo+json',
    });
    await this.server.request('DELETE', `/hub/spaces/${space.id}/features?id=h1`);
    const deleted = await this.ask('GET', '/api/trash?kind=features');
    await this.ask(
      'POST',
      `/hub/spaces/${space.id}/features`,
      { ...feature, id: 'h2' },
      { 'content-type': 'application/geo+json' },
    );
    const map = await this.ask('POST', '/api/maps', {
      title: 'Huts',
      layers: [{ title: 'Huts', space: space.id }],
    });
    const linkTo = async (resource, given = {}) => {
      const link = await this.ask('POST', '/api/links', { resource, ...given });
      return link.url.slice(link.url.lastIndexOf('/') + 1);
    };
    const { token } = await this.ask('POST', '/api/upload-tokens', {});
    const invited = await this.ask('POST', '/api/invites', { role: 'member' });
    const person = { token: invited.token, name: 'Grace', password: PASSWORD };
    await this.ask('POST', '/api/invites/accept', person);
    Object.assign(this.env, {
      ID: id,
      URL: url,
      SPACE: space.id,
      DELETION: deleted.entries[0].deletion,
      MAP: map.id,
      LINK: await linkTo({ type: 'folder', id: 'holiday/2026' }, { role: 'contributor' }),
      SPACE_LINK: await linkTo({ type: 'space', id: space.id }),
      TOKEN: token,
    });
  }

  async close() {
    await this.server.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
