import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@cairn/testkit';
import { root } from '../step.mjs';

const OPERATOR = '6789';

/**
 * Runs systemd as the first process of a PID namespace, with this unit alone. The checkout is at /opt/cairn, where the unit
 * expects it, /run and /var/lib are empty, and no service of the machine is started or seen.
 */
const SCRIPT = `set -eu
node=$1 checkout=$2 folder=$3
mount --make-rprivate /
for place in /run /opt /var/lib; do mount -t tmpfs -o mode=755 tmpfs $place; done
mkdir /opt/cairn /opt/log /run/systemd
touch /opt/node
mount --bind "$checkout" /opt/cairn
mount --bind "$node" /opt/node
mount --bind "$folder/log" /opt/log
cp -r "$folder/units" /run/systemd/system
for name in passwd group; do mount --bind "$folder/$name" /etc/$name; done
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \\
  /lib/systemd/systemd --system --unit=cairn.service --log-target=console
`;

/** What differs on this machine: where Node.js is, the port, where messages go, and that nothing else is started. */
const dropIn = ({ port, key }) => `[Unit]
DefaultDependencies=no
[Service]
ExecStart=
ExecStart=/opt/node /opt/cairn/apps/server/dist/bundled-main.js
Environment=CAIRN_PORT=${port} CAIRN_BOOTSTRAP_KEY=${key}
StandardOutput=append:/opt/log/server
StandardError=inherit
`;

/** A file that may be gone. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const childrenOf = (pid) =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '');

/** The service of deploy/cairn.service, started by systemd. */
export class UnitService {
  static start({ port, key }) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-systemd-'));
    const [units, log] = [join(folder, 'units'), join(folder, 'log')];
    for (const path of [log, join(units, 'cairn.service.d')]) mkdirSync(path, { recursive: true });
    const unit = readFileSync(new URL('deploy/cairn.service', root), 'utf8');
    writeFileSync(join(units, 'cairn.service'), unit.replace(/^(?:Wants|After)=.*\n/gm, ''));
    writeFileSync(join(units, 'cairn.service.d', 'here.conf'), dropIn({ port, key }));
    const lines = {
      passwd: `cairn:x:${OPERATOR}:${OPERATOR}::/nonexistent:/usr/sbin/nologin\n`,
      group: `cairn:x:${OPERATOR}:\n`,
    };
    for (const [name, line] of Object.entries(lines)) {
      cpSync(`/etc/${name}`, join(folder, name));
      writeFileSync(join(folder, name), line, { flag: 'a' });
    }
    const namespaces = ['--fork', '--pid', '--mount', '--uts', '--ipc', '--cgroup', '--mount-proc'];
    const args = [process.execPath, fileURLToPath(root), folder];
    const child = spawn('unshare', [...namespaces, '--kill-child', 'sh', '-c', SCRIPT, 'sh', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new UnitService(child, { folder, port });
  }

  constructor(child, { folder, port }) {
    this.child = child;
    this.folder = folder;
    this.port = port;
    this.printed = '';
    this.ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (this.printed += text));
  }

  fetch(path, { key, ...init } = {}) {
    const headers = { ...init.headers, ...(key && { Authorization: `Bearer ${key}` }) };
    return fetch(`http://127.0.0.1:${this.port}${path}`, { ...init, headers });
  }

  /** Resolves to the process of the server once it answers, if it is not `before`. @throws with the messages of both. */
  async answers(before) {
    let pid;
    const isThere = async () => {
      if (this.child.exitCode !== null) throw new Error(`systemd ended.\n${this.printed}`);
      pid = this.mainProcess();
      const answer =
        pid === undefined || pid === before ? undefined : await this.fetch('/livez').catch(() => undefined);
      return answer?.ok === true;
    };
    await until('the service answers', isThere).catch((cause) => {
      throw new Error(`${this.printed}\n${this.log()}`, { cause });
    });
    return pid;
  }

  /** What the server has written. */
  log() {
    return textOf(join(this.folder, 'log/server'));
  }

  /** The number that this machine has for the process of the server, if it runs. */
  mainProcess() {
    const [systemd] = childrenOf(this.child.pid);
    return childrenOf(systemd).find((pid) => textOf(`/proc/${pid}/cmdline`).startsWith('/opt/node'));
  }

  async stop() {
    this.child.kill('SIGKILL');
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
