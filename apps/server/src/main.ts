import { PartNotOpened } from '@cairn/composition';
import { banner } from './banner.js';
import { createLog } from './http/log.js';
import { startServer } from './server.js';
import { hubAuthWarning } from './settings/hub-auth.js';
import { InvalidSettings, parseSettings } from './settings/settings.js';

const EXIT_USAGE = 2;

const urlOf = { database: 'CAIRN_DATABASE_URL', blobs: 'CAIRN_BLOB_URL' } as const;

try {
  const settings = parseSettings(process.env);
  const { flush, ...logs } = createLog(settings.logLevel);
  const { log } = logs;
  const server = await startServer(settings, logs);
  const { baseUrl, cdnUrl } = server.addresses;
  const warning = hubAuthWarning(settings);
  if (warning !== undefined) log.warn(warning);
  log.info({ address: baseUrl, docs: `${baseUrl}/docs`, files: cdnUrl }, 'listening');
  const say = process.stdout.isTTY ? process.stdout : process.stderr;
  say.write(
    banner({
      baseUrl,
      listening: server.listening,
      firstKey: server.firstKey,
      given: settings.bootstrapKey !== undefined,
    }),
  );
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'stopping');
    server.close().then(
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
    // Nobody knows what state this left behind, and what is acknowledged is safe on disk.
    log.fatal({ err: error }, 'stopping for an error that nothing caught');
    flush();
    process.exit(1);
  });
} catch (error) {
  process.stderr.write(`\n${error instanceof InvalidSettings ? error.message : explain(error)}\n`);
  process.exit(error instanceof InvalidSettings ? EXIT_USAGE : 1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Cairn could not start: ${String(error)}`;
  if (error instanceof PartNotOpened)
    return `Cairn could not start: ${error.message}\nThe setting for it is ${process.env[urlOf[error.part]] ? urlOf[error.part] : 'CAIRN_DATA_DIR'}.`;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'Cairn could not start: the address is in use. Set CAIRN_PORT to a free port, for example CAIRN_PORT=8081.';
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES')
    return 'Cairn could not start: it may not listen there. Set CAIRN_HOST and CAIRN_PORT.';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `Cairn could not start: ${error.message}${cause}`;
}
