import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmScript } from '../install.mjs';
import { root } from '../step.mjs';

const run = promisify(execFile);
const workspace = fileURLToPath(root);
const LOG_BYTES = 64 * 1024 ** 2;
const BASE = 'localhost/cairn-base';
const IMAGE = 'localhost/cairn';

/** As the image of Node has it, and what lets npm through a proxy that this machine trusts. */
const BASE_FILE = `FROM scratch
COPY . /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
`;

const isolation = ['--isolation', 'chroot', '--quiet'];

/** What the Dockerfile becomes, with its root file system mounted. */
export class Image {
  constructor(folder, buildah) {
    this.folder = folder;
    this.buildah = buildah;
  }

  /** Builds the base from this machine's packages and the image on it, without a daemon. Needs root. */
  static async build({ version }) {
    // Not in memory: layers are large.
    const folder = mkdtempSync(join(process.env.CAIRN_TEST_DISK ?? tmpdir(), 'cairn-image-'));
    const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
    const image = new Image(folder, async (...args) => {
      const { stdout } = await run('buildah', [...store, ...args], { cwd: workspace, maxBuffer: LOG_BYTES });
      return stdout.trim();
    });
    try {
      await image.make(version);
      return image;
    } catch (error) {
      await image.dispose();
      throw error;
    }
  }

  async make(version) {
    const base = join(this.folder, 'base');
    const npm = dirname(dirname(npmScript()));
    await run('bash', [join(workspace, 'tools/deploy/base-image.sh'), base, process.execPath, npm]);
    const baseFile = join(this.folder, 'Dockerfile');
    writeFileSync(baseFile, BASE_FILE);
    await this.buildah('bud', ...isolation, '--tag', BASE, '--file', baseFile, base);
    rmSync(base, { recursive: true });
    const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
    mkdirSync(cache, { recursive: true });
    const options = ['--format', 'docker', '--volume', `${cache}:/root/.npm`];
    const args = [`NODE_IMAGE=${BASE}`, `VERSION=${version}`].flatMap((arg) => ['--build-arg', arg]);
    await this.buildah('bud', ...isolation, ...options, ...args, '--tag', IMAGE, '.');
    const [{ Docker }] = [JSON.parse(await this.buildah('inspect', '--type', 'image', IMAGE))];
    /** What it is started with, as Docker writes it down. */
    this.config = Docker.config;
    this.container = await this.buildah('from', '--pull-never', IMAGE);
    /** The path of its root file system. */
    this.root = await this.buildah('mount', this.container);
  }

  async dispose() {
    if (this.container !== undefined) await this.buildah('rm', this.container);
    await this.buildah('rmi', '--all', '--force');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
