import { aBatch, aFeature, anImage, aPoint, aSpace, aWholeFile, several, writing } from '@cairn/testkit';
import { expect } from '@jest/globals';
import type { RelationalStore } from '../repositories.js';
import type { DatabaseCheckup } from './database-checkup.js';
import type { Finding } from '@cairn/kernel';

/** Something that is broken in a database, by the check that is to find it. */
export type Damage = readonly [check: string, sql: string, isRepaired: 'repaired' | 'told'];

export const spaceId = 'checked1';

/** Images, and a space whose features are indexed and counted, one of them at the antimeridian. */
export async function fill({ repositories }: RelationalStore): Promise<void> {
  const { catalog, spaces, features, installations } = repositories;
  await installations.claim('installation');
  for (const [path, tags] of [
    ['holiday/alps', ['sea', 'Été']],
    ['holiday', []],
    ['', ['sea']],
  ] as const)
    await catalog.add(anImage({ path, tags: [...tags] }), 100);
  await catalog.add(anImage({ path: 'whole', tags: [], file: { whole: aWholeFile() } }), 100);
  const [first] = await catalog.listBlobs(1, undefined);
  await catalog.remove('alice', first?.imageId ?? '');
  const [image] = (await catalog.listByTag('alice', 'sea', { limit: 1 })).items;
  const copies = several(2, () => anImage({ path: 'copies', file: image?.file ?? {} }));
  for (const copy of copies) await catalog.addCopy(copy, { of: image?.id ?? '', defaultQuota: 100 });
  const disposal = { deletion: 'd', deletedAt: 1, expiresAt: 2, countsBytes: true };
  await catalog.remove('alice', copies[0]?.id ?? '', disposal);
  await spaces.add(aSpace({ id: spaceId, settings: { searchableProperties: { height: true } } }));
  const points = several(400, (index) =>
    aFeature(`p${index}`, {
      geometry: aPoint((index * 7) % 180, (index * 3) % 80),
      properties: { height: index % 2 === 0 ? index : `h${index}` },
    }),
  );
  const across = aFeature('across', {
    geometry: {
      type: 'MultiPoint',
      coordinates: [
        [179.5, 10],
        [-179.5, 11],
      ],
    },
  });
  const bare = aFeature('bare', { geometry: null, properties: { height: null } });
  await features.write(spaceId, aBatch([...points, across, bare].map((feature) => writing(feature))));
  while ((await features.index()) !== 'done');
}

export async function findingsOf(checkup: DatabaseCheckup): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of checkup.find()) findings.push(finding);
  return findings;
}

/** Repairs the findings. Afterwards, only contradictions remain that no repair can resolve. */
export async function expectRepaired(checkup: DatabaseCheckup, [check, , outcome]: Damage): Promise<void> {
  const findings = await findingsOf(checkup);
  expect(findings.map((finding) => finding.check)).toContain(check);
  const repaired = await Promise.all(findings.map((finding) => checkup.repair(finding)));
  expect(repaired.every(Boolean)).toBe(outcome === 'repaired');
  expect(await findingsOf(checkup)).toEqual(outcome === 'repaired' ? [] : findings);
}
