import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from '@cairn/services';
import { root } from '../step.mjs';

const fileOf = (name) => fileURLToPath(new URL(`deploy/${name}`, root));
const openFolder = (name) => mkdtempSync(join(tmpdir(), `cairn-${name}-`));

/** Replaces what occurs once. @throws if it does not. */
function replaceOnce(text, pattern, replacement) {
  if (text.split(pattern).length !== 2) throw new Error(`nginx.conf does not have one ${pattern}`);
  return text.replace(pattern, () => replacement);
}

/** Starts nginx with deploy/nginx.conf: other ports, and a certificate for localhost. */
export async function startNginx({ port, httpPort, upstream }) {
  const folder = openFolder('nginx');
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const openssl = ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', certificate];
  execFileSync('openssl', openssl, { stdio: 'ignore' });
  const changes = [
    ['server 127.0.0.1:8080;', `server ${upstream};`],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/letsencrypt/live/cairn.example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/cairn.example.org/privkey.pem', key],
  ];
  const shown = readFileSync(fileOf('nginx.conf'), 'utf8').replaceAll(
    'server_name cairn.example.org',
    'server_name localhost',
  );
  const site = changes.reduce(
    (text, [pattern, replacement]) => replaceOnce(text, pattern, replacement),
    shown,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`,
  );
  const args = ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'];
  const child = await Child.start({ file: '/usr/sbin/nginx', args }, port);
  return { port, httpPort, ca: readFileSync(certificate), stop: stopping(child, folder, 'SIGTERM') };
}

/** Starts Caddy with deploy/Caddyfile, which gives itself a certificate for localhost. */
export async function startCaddy({ port, environment }) {
  const folder = openFolder('caddy');
  const site = join(folder, 'Caddyfile');
  // This machine is not to trust that certificate, and ports 80 and 443 may be taken.
  writeFileSync(
    site,
    `{\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${fileOf('Caddyfile')}\n`,
  );
  const data = join(folder, 'data');
  mkdirSync(data);
  const env = { HOME: folder, XDG_DATA_HOME: data, XDG_CONFIG_HOME: folder, ...environment };
  const args = ['run', '--adapter', 'caddyfile', '--config', site];
  const child = await Child.start({ file: 'caddy', args, env }, port);
  const ca = readFileSync(join(data, 'caddy/pki/authorities/local/root.crt'));
  return { port, ca, stop: stopping(child, folder, 'SIGTERM') };
}

const stopping = (child, folder, signal) => async () => {
  await child.end(signal);
  rmSync(folder, { recursive: true, force: true });
};
