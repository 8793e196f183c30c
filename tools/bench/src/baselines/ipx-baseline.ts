import { freePort, runServer } from './other-program.js';

/** The program of ipx, and the folder of the images. */
const [, , program = '', dir = '.'] = process.argv;
const port = await freePort();
const env = { IPX_FS_DIR: dir, HOST: '127.0.0.1', PORT: String(port) };
await runServer(process.execPath, [program, 'serve'], { port, env });
