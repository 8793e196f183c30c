import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiler } from '../build.mjs';
import { installPackages } from '../install.mjs';
import { useMemory } from '../memory.mjs';
import { root, runNode, StepFailed } from '../step.mjs';

const USAGE = `Usage: node tools/services/run.mjs COMMAND [ARGUMENT …]
Starts PostgreSQL, SeaweedFS and JuiceFS, runs the command with the addresses of all three in its environment, stops them.`;

/** Opens the servers one after another; those that are open are stopped when one cannot be. */
async function open(starts) {
  const opened = [];
  try {
    for (const start of starts) opened.push(await start());
    return opened;
  } catch (error) {
    for (const server of opened) await server.stop();
    throw error;
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new StepFailed(USAGE);
process.chdir(fileURLToPath(root));
await installPackages('everything');
if ([command, ...args].join(' ') === 'npm test') useMemory(); // the databases too
const { code, output } = await runNode(compiler('tools/services'));
if (code !== 0) throw new StepFailed(output);
const { PostgresServer, S3Server, WITHOUT_SYNC } = await import('./dist/index.js');
const servers = await open([
  () => PostgresServer.start(undefined, WITHOUT_SYNC),
  () => S3Server.start('seaweedfs'),
  () => S3Server.start('juicefs'),
]);
try {
  const [postgres, ...s3] = servers;
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      CAIRN_TEST_POSTGRES_URL: postgres.url,
      CAIRN_TEST_S3_URL: s3.map(({ url }) => url).join(' '),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [ended] = await once(child, 'exit');
  process.exitCode = ended ?? 1;
} finally {
  for (const server of servers) await server.stop();
}
