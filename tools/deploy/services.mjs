import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Child, freePort, PostgresServer, programOf } from '@cairn/services';
import { root } from '../step.mjs';

const run = promisify(execFile);
const workspace = fileURLToPath(root);
/** Of SeaweedFS, besides that of S3. */
const OTHER_PORTS = ['master', 'filer', 'volume', 'admin'].flatMap((part) => [
  `${part}.port`,
  `${part}.port.grpc`,
]);
const TO_JSON = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';

/** Services of Compose files, checked against its schema, with variables as of a file `.env`. @throws with what is wrong. */
export async function composed(files, variables) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-compose-'));
  const envFile = join(folder, '.env');
  await writeFile(
    envFile,
    Object.entries(variables)
      .map((entry) => `${entry.join('=')}\n`)
      .join(''),
  );
  const named = files.flatMap((file) => ['--file', file]);
  const options = { cwd: workspace, env: { PATH: process.env.PATH } };
  try {
    const { stdout } = await run('docker-compose', ['--env-file', envFile, ...named, 'config'], options);
    const resolved = join(folder, 'resolved.yaml');
    await writeFile(resolved, stdout);
    const { stdout: json } = await run('python3', ['-c', TO_JSON, resolved], options);
    return JSON.parse(json).services;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts PostgreSQL as its image does with this environment, and makes the database. */
export async function startDatabase({ environment, healthcheck }) {
  const { POSTGRES_USER: name, POSTGRES_PASSWORD: password, POSTGRES_DB: database } = environment;
  const server = await PostgresServer.start({ name, password });
  const { host, port } = new URL(server.url);
  const env = { PATH: process.env.PATH, PGPASSWORD: password, PGPORT: port };
  const [, check, ...args] = healthcheck.test;
  await run(programOf(check, 'PostgreSQL'), args, { env });
  await run(programOf('createdb', 'PostgreSQL'), ['--host=127.0.0.1', `--username=${name}`, database], {
    env,
  });
  return { host, stop: () => server.stop() };
}

/** Starts SeaweedFS with the service's own command, on free ports and in a new folder. */
export async function startS3({ command, environment, healthcheck }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-compose-s3-'));
  const port = await freePort();
  const others = await Promise.all(OTHER_PORTS.map(async (name) => `-${name}=${await freePort()}`));
  const sockets = ['s3', 'filer'].map((part) => `-${part}.localSocket=${join(folder, `${part}.sock`)}`);
  const changed = { dir: folder, 'ip.bind': '127.0.0.1', 's3.port': port };
  const isChanged = (argument) => Object.keys(changed).some((name) => argument.startsWith(`-${name}=`));
  const replaced = Object.entries(changed).map(([name, value]) => `-${name}=${value}`);
  const args = [...command.filter((argument) => !isChanged(argument)), ...replaced, ...others, ...sockets];
  const ready = new URL(healthcheck.test.at(-1));
  ready.port = port;
  const server = await Child.start(
    { file: programOf('weed', 'SeaweedFS'), args, env: { ...environment, HOME: folder } },
    port,
    async () => (await fetch(ready).catch(() => undefined))?.ok === true,
  );
  const stop = async () => {
    await server.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  return { host: `127.0.0.1:${port}`, stop };
}
