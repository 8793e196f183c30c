import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesIn } from '../files.mjs';
import { libraries, readJson, workspace } from './libraries.mjs';
import { takeVersion, versionFaults, withVersion } from './versions.mjs';

const release = { version: '2.0.0', date: '2026-11-30' };
const changes = [
  { kind: 'minor', summary: 'Huts\nhave beds.' },
  { kind: 'patch', summary: 'Tracks end.' },
];

describe('a changelog', () => {
  it('gets the changes of a version into the sections of their kinds, behind what was unreleased', () => {
    const before =
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- Tracks.\n\n### Fixed\n\n- Peaks.\n\n## 1.0.0\n\n- All.\n';
    expect(withVersion(before, { ...release, changes })).toBe(
      '# Changelog\n\n## 2.0.0 – 2026-11-30\n\n### Added\n\n- Tracks.\n- Huts\n  have beds.\n\n### Fixed\n\n- Peaks.\n- Tracks end.\n\n## 1.0.0\n\n- All.\n',
    );
  });

  it('gets a section before those of other versions where nothing was unreleased', () => {
    expect(withVersion('# Changelog\n\n## 1.0.0\n\n- All.\n', { ...release, changes })).toBe(
      '# Changelog\n\n## 2.0.0 – 2026-11-30\n\n### Added\n\n- Huts\n  have beds.\n\n### Fixed\n\n- Tracks end.\n\n## 1.0.0\n\n- All.\n',
    );
  });
});

describe('versions', () => {
  const manifests = ['libs', 'apps', 'tools']
    .flatMap((part) => filesIn(join(workspace, part)))
    .filter((path) => path.endsWith('package.json') && !/node_modules|[\\/]dist[\\/]/.test(path))
    .map((path) => path.slice(workspace.length));

  it('are one for all libraries, and for what they need of each other', () => {
    expect(versionFaults(libraries)).toEqual([]);
    const [first, ...others] = libraries;
    const odd = { ...first, manifest: { ...first.manifest, version: '9.9.9' } };
    expect(versionFaults([odd, ...others])).toContain(
      `${others[0].name} is ${others[0].manifest.version}, ${first.name} 9.9.9`,
    );
  });

  it('are raised together by a changeset of one of them: no minor change makes a major one of others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-version-'));
    try {
      for (const path of ['package.json', 'package-lock.json', '.changeset', ...manifests]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        cpSync(join(workspace, path), join(folder, path), { recursive: true });
      }
      writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n');
      writeFileSync(
        join(folder, '.changeset/beds.md'),
        '---\n"@cairn/adapter-fs": minor\n---\n\nHuts have beds.\n',
      );
      const [major, minor] = libraries[0].manifest.version.split('.').map(Number);
      const next = `${major}.${minor + 1}.0`;

      expect(await takeVersion(folder, '2026-11-30')).toBe(next);

      const all = manifests.map((path) => readJson(join(folder, path)));
      const raised = all.filter(({ name }) => name?.startsWith('@cairn/'));
      expect(new Set(raised.map(({ version }) => version))).toEqual(new Set([next]));
      const published = raised.filter((manifest) => manifest.private !== true);
      expect(versionFaults(published.map((manifest) => ({ name: manifest.name, manifest })))).toEqual([]);
      expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(
        `# Changelog\n\n## ${next} – 2026-11-30\n\n### Added\n\n- Huts have beds.\n`,
      );
      expect(await takeVersion(folder, '2026-11-30')).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
