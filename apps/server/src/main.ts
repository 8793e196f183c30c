import { restrictLibvipsWhenLoaded } from '@cairn/composition';
import { RestoredCopy } from '@cairn/images';
import { usableMemory } from '@cairn/http/settings';
import { timestamp } from '@cairn/http';
import { inTurn } from '@cairn/kernel';
import { startTracing } from './tracing/start-tracing.js';
import { banner } from './startup/banner.js';
import { createLog } from './logging/log.js';
import { startServer } from './server.js';
import { trimHeaps } from './startup/trim-heaps.js';
import { hubAuthWarning } from './settings/hub-auth.js';
import { InvalidSettings, parseSettings } from './settings/settings.js';
import { exposedFolder } from './startup/exposed-folder.js';
import { explain } from './settings/start-failure.js';

const EXIT_USAGE = 2;
/** Maximum shutdown time. A forced stop is safe: acknowledged writes are on disk. */
const MAX_STOP_MS = 2_800;

try {
  const settings = parseSettings(process.env);
  trimHeaps(usableMemory);
  await restrictLibvipsWhenLoaded();
  const { flush, written, ...logs } = await createLog(settings.logLevel);
  const { log } = logs;
  const tracing = await startTracing(settings, log);
  const server = await startServer(settings, logs);
  // Registered before the server reports that it listens, because whoever reads that may stop it.
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.fatal('stopping took too long, and is forced');
      flush();
      // `process.exit` waits for native code in threads, such as a long SQLite statement.
      process.kill(process.pid, 'SIGKILL');
    }, MAX_STOP_MS).unref();
    inTurn(
      () => server.close(),
      () => tracing.stop(),
    ).then(
      () => {
        log.info('stopped');
        flush();
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        flush();
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.once('uncaughtException', (error) => {
    // The state of the process is unknown. Acknowledged writes are safe on disk.
    log.fatal({ err: error }, 'stopping for an error that nothing caught');
    flush();
    process.exit(1);
  });
  const { baseUrl, cdnUrl } = server.addresses;
  const warning = hubAuthWarning(settings);
  if (warning !== undefined) log.warn(warning);
  if (settings.transforms.name === 'anything')
    log.warn(
      'CAIRN_TRANSFORMS is `anything`: anyone who can read files can have any image rendered of them.',
    );
  const exposed = exposedFolder(settings.application);
  if (exposed !== undefined) log.warn(exposed);
  const restoredAt = await server.application.get(RestoredCopy).restoredAt();
  if (restoredAt !== undefined)
    log.warn(
      { restoredAt: timestamp(restoredAt) },
      'this is a restored copy: it sends no webhooks until `cairn promote` has it take the place of its original',
    );
  log.info({ address: baseUrl, docs: `${baseUrl}/docs`, files: cdnUrl }, 'listening');
  if (server.door !== undefined)
    log.info({ address: server.addresses.others.baseUrl, at: server.door }, 'the public door is open');
  await written(); // The banner with the key comes last, where it is seen.
  const output = process.stdout.isTTY ? process.stdout : process.stderr;
  output.write(
    banner({
      baseUrl,
      listening: server.listening,
      firstKey: server.firstKey,
      given: settings.bootstrapKey !== undefined,
      setupToken: server.setupToken,
    }),
  );
} catch (error) {
  process.stderr.write(
    `\n${error instanceof InvalidSettings ? error.message : explain(error, process.env)}\n`,
  );
  process.exit(error instanceof InvalidSettings ? EXIT_USAGE : 1);
}
