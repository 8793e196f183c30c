import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Mounts as a container with a read-only root has them, then the program as another user who cannot become root again. */
const SCRIPT = `set -eu
root=$1 user=$2 folder=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done
shift
cd /
exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" \\
  /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`;

/** A program in an image's root file system, which is read-only to it but for volumes and /tmp. */
class Program {
  constructor(child) {
    this.child = child;
    this.printed = '';
    this.ended = once(child, 'close').then(([code]) => code);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (this.printed += text));
  }

  get pid() {
    return this.child.pid;
  }

  /** Resolves when the output matches. @throws with the output if it ends before. */
  async prints(pattern) {
    const found = new Promise((resolve) => {
      const look = () => pattern.test(this.printed) && resolve(true);
      for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', look);
      look();
    });
    if ((await Promise.race([found, this.ended])) !== true) throw new Error(`It ended:\n${this.printed}`);
  }

  /** Stops it as `docker stop` does. Gives its exit code. */
  async stop(signal) {
    this.child.kill(signal);
    return await this.ended;
  }
}

/** Starts what an image says with its own environment, and `env`. `volumes` are folders of this machine, by their paths inside. */
export function start({ root, config }, { env = {}, volumes = {}, command = config.Cmd } = {}) {
  const mounts = Object.entries(volumes).flatMap(([inside, folder]) => [folder, inside]);
  const own = Object.fromEntries(
    config.Env.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]),
  );
  const args = ['-c', SCRIPT, 'sh', root, config.User, config.WorkingDir, ...mounts, '--', ...command];
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', ...args], {
    env: { ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Program(child);
}

/** Runs a command to its end. */
export async function execute(image, options) {
  const program = start(image, options);
  return { code: await program.ended, printed: program.printed };
}
