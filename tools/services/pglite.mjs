import { PGlite } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Turns } from './turns.mjs';

// Runs as a separate JavaScript process, so that it starts from sources and from compiled code alike. Sends its port
// to the parent and exits when the parent does.
process.once('disconnect', () => process.exit());

const db = await PGlite.create({ extensions: { postgis } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
server.queryQueue = new Turns(db);
server.addEventListener('listening', ({ detail }) => process.send(detail.port));
await server.start();
