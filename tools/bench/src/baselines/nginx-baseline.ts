import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { freePort, runServer } from './other-program.js';

/** Serves one file at every path with one process of nginx (Debian: nginx-light). */
const [, , folder = '.', file = ''] = process.argv;
const port = await freePort();
const config = join(folder, 'nginx.conf');
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (name) => `${name}_temp_path ${join(folder, name)};`,
);
await writeFile(
  config,
  `daemon off; master_process off; pid ${join(folder, 'nginx.pid')}; error_log stderr error; events {}
http {
  access_log off; sendfile on; keepalive_requests 1000000000; types { image/jpeg jpg; } ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${dirname(file)};
    location / { try_files /${basename(file)} =404; }
  }
}`,
);
await runServer('nginx', ['-c', config, '-p', folder], { port });
