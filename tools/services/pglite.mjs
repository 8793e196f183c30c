import { PGlite } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { Turns } from './turns.mjs';

// A process of its own, in JavaScript, as it is started from the sources and from what they are compiled to. It tells its
// port to the process that forked it, and goes when that goes.
process.once('disconnect', () => process.exit());

const db = await PGlite.create({ extensions: { postgis } });
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
server.queryQueue = new Turns(db);
server.addEventListener('listening', ({ detail }) => process.send(detail.port));
await server.start();
