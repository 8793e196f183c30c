import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { CACHE } from '@cairn/harness';
import { Child, freePort, PostgresServer } from '@cairn/services';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import type { RequestSource } from '../load/http-request.js';
import { isOnPath } from '../options.js';
import { type City, textOf } from './cities.js';
import type { Place } from './places.js';
import { httpSubject, type Paths, type Subject } from './subjects.js';

const runFile = promisify(execFile);
const TIPG = ['tipg==1.6.1', 'uvicorn[standard]==0.54.0'];
const COLLECTION = '/collections/public.cities/items';

interface Peer {
  readonly folder: string;
  readonly cities: readonly City[];
  readonly places: readonly Place[];
  readonly clients: readonly number[];
  /** Takes what is to be done in the end. */
  readonly onClose: (close: () => Promise<unknown>) => void;
}

/** Of OGC API Features, which asks for neither the nearest nor a radius. */
const ogcPaths: Paths = {
  'by id': ({ city }) => `${COLLECTION}/${city.id}`,
  'box, limit=100': ({ box }) => `${COLLECTION}?limit=100&bbox=${box.join()}`,
  'box, limit=1000': ({ largeBox }) => `${COLLECTION}?limit=1000&bbox=${largeBox.join()}`,
  'property, limit=10': ({ city }) => `${COLLECTION}?limit=10&country=${city.country}`,
};

const tile38Paths: Paths = {
  'empty answer': () => 'PING',
  'by id': ({ city }) => `GET cities ${city.id}`,
  'box, limit=100': ({ box: [west, south, east, north] }) =>
    `INTERSECTS cities LIMIT 100 BOUNDS ${south} ${west} ${north} ${east}`,
  'box, limit=1000': ({ largeBox: [west, south, east, north] }) =>
    `INTERSECTS cities LIMIT 1000 BOUNDS ${south} ${west} ${north} ${east}`,
  '10 nearest': ({ city }) => `NEARBY cities LIMIT 10 POINT ${city.latitude} ${city.longitude}`,
  'within 20 km, limit=100': ({ city, radiusInMeters }) =>
    `NEARBY cities LIMIT 100 POINT ${city.latitude} ${city.longitude} ${radiusInMeters}`,
};

/** Those that this machine has, with the cities. One that it has not is named on standard error. */
export async function openPeers(peer: Peer): Promise<readonly Subject[]> {
  const opened: Subject[] = [];
  const tryTo = async (name: string, open: () => Promise<Subject>): Promise<void> => {
    try {
      opened.push(await open());
    } catch (error) {
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
      process.stderr.write(`Without ${name}: ${reason}\n`);
    }
  };
  const postgres = openPostgis(peer);
  postgres.catch(() => undefined);
  await tryTo('tipg', async () => await openTipg(await postgres, peer));
  await tryTo('pg_featureserv', async () => {
    if (!isOnPath('pg_featureserv')) throw new Error('it is not on the PATH.');
    return await openFeatureserv(await postgres, peer);
  });
  await tryTo('Tile38', async () => {
    if (!isOnPath('tile38-server')) throw new Error('tile38-server is not on the PATH.');
    return await openTile38(peer);
  });
  return opened;
}

/** A database of its own, with the indexes that these programs ask for. */
async function openPostgis({ cities, onClose }: Peer): Promise<PostgresServer> {
  const postgres = await PostgresServer.start();
  onClose(() => postgres.stop());
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined); // the server may be stopped before the connection has ended
  await client.connect();
  try {
    await client.query(`CREATE EXTENSION postgis;
      CREATE TABLE cities (id text PRIMARY KEY, name text, country text, population int, geom geometry(Point, 4326))`);
    const rows = cities.map(
      ({ id, name, country, population, longitude, latitude }) =>
        `${[id, name, country, population, `SRID=4326;POINT(${longitude} ${latitude})`].join('\t')}\n`,
    );
    await pipeline(Readable.from(rows), client.query(from('COPY cities FROM STDIN')));
    await client.query('CREATE INDEX ON cities USING gist (geom)');
    await client.query('ANALYZE cities');
  } finally {
    await client.end();
  }
  return postgres;
}

/** Installed once, and kept for the next run. */
async function openTipg(postgres: PostgresServer, peer: Peer): Promise<Subject> {
  const venv = join(CACHE, 'tipg');
  const uvicorn = join(venv, 'bin', 'uvicorn');
  if (!existsSync(uvicorn)) {
    await runFile('python3', ['-m', 'venv', venv]);
    await runFile(join(venv, 'bin', 'pip'), ['install', '--quiet', ...TIPG]);
  }
  const workers = String(availableParallelism());
  const options = ['--workers', workers, '--log-level', 'warning', '--no-access-log'];
  const env = { DATABASE_URL: postgres.url };
  return await openOgc('tipg', { postgres, peer }, async (port) => ({
    file: uvicorn,
    args: ['tipg.main:app', '--port', String(port), ...options],
    env,
  }));
}

async function openFeatureserv(postgres: PostgresServer, peer: Peer): Promise<Subject> {
  const file = join(peer.folder, 'featureserv.toml');
  return await openOgc('pg_featureserv', { postgres, peer }, async (port) => {
    const database = `[Database]\nDbConnection = "${postgres.url}"\nDbPoolMaxConns = 10\n`;
    await writeFile(file, `[Server]\nHttpHost = "127.0.0.1"\nHttpPort = ${port}\n${database}`);
    return { file: 'pg_featureserv', args: ['--config', file] };
  });
}

async function openOgc(
  name: string,
  { postgres, peer }: { readonly postgres: PostgresServer; readonly peer: Peer },
  commandOf: (port: number) => Promise<Parameters<typeof Child.start>[0]>,
): Promise<Subject> {
  const port = await freePort();
  const server = await Child.start(await commandOf(port), port);
  peer.onClose(() => server.end('SIGTERM'));
  const answer = await fetch(`http://127.0.0.1:${port}${COLLECTION}?limit=1`);
  if (!answer.ok) throw new Error(`it answers ${answer.status}: ${await answer.text()}`);
  const { places, clients } = peer;
  const pids = [server.pid, postgres.pid];
  return httpSubject({ name, clients, port, pids, places, paths: ogcPaths });
}

/** Asked in its own protocol: it closes a connection of HTTP after every answer. */
async function openTile38({ folder, cities, places, clients, onClose }: Peer): Promise<Subject> {
  const [port, data] = [await freePort(), join(folder, 'tile38')];
  await mkdir(data);
  const args = ['-h', '127.0.0.1', '-p', String(port), '-d', data];
  const server = await Child.start({ file: 'tile38-server', args }, port);
  onClose(() => server.end('SIGTERM'));
  const socket = connect(port, '127.0.0.1');
  let left = cities.length;
  socket.on('data', (bytes) => {
    left -= bytes.filter((byte) => byte === 10).length; // one line an answer
    if (left <= 0) socket.end();
  });
  const closed = once(socket, 'close');
  const commands = Readable.from(
    cities.map((city) => native(`SET cities ${city.id} OBJECT ${textOf(city)}`)),
  );
  commands.pipe(socket, { end: false });
  await closed;
  const encode = (path: string): RequestSource => {
    const bytes = [Buffer.from(native(path))];
    return { next: () => bytes };
  };
  return httpSubject({
    name: 'Tile38',
    clients,
    port,
    pids: [server.pid],
    places,
    paths: tile38Paths,
    encode,
  });
}

const native = (command: string): string => `$${Buffer.byteLength(command)} ${command}\r\n`;
