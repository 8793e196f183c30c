import type { Found, FoundSpace } from './space.js';
import type { Write, WriteLedger } from './writer.js';

/** Broken promises to writers: a version is lost or taken twice, or an acknowledged write has no effect. */
export function checkWrites(ledger: WriteLedger, found: FoundSpace): readonly string[] {
  const ids = new Set([ledger.before, found].flatMap(({ features }) => [...features.keys()]));
  for (const write of ledger.writes) for (const id of write.ids) ids.add(id);
  return [
    ...versionFaults(ledger, found.version),
    ...[...ids].flatMap((id) => featureFaults(id, ledger.of(id), found.features.get(id))),
  ];
}

const isInFlight = ({ answeredAt }: Write): boolean => answeredAt === undefined;
const isDone = (write: Write): boolean => !isInFlight(write) && write.isVoid !== true;

/** Each acknowledged write has one version. Each other version belongs to a deletion or to a write in flight. */
function versionFaults({ writes, before }: WriteLedger, head: number): readonly string[] {
  const faults: string[] = [];
  const known = new Set<number>();
  for (const { version, token } of writes) {
    if (version === undefined) continue;
    if (known.has(version)) faults.push(`version ${version} was given twice, to ${token} as well`);
    if (version <= before.version || version > head)
      faults.push(`version ${version} of ${token} is not in ${before.version + 1}…${head}`);
    known.add(version);
  }
  const deleted = writes.filter((write) => isDone(write) && write.kind === 'delete').length;
  const inFlight = writes.filter(isInFlight).length;
  const taken = head - before.version;
  const unknown = taken - known.size;
  if (unknown < deleted || unknown > deleted + inFlight)
    faults.push(
      `${unknown} of ${taken} versions are unknown, and there were ${deleted} deletions and ${inFlight} writes in flight`,
    );
  return faults;
}

function featureFaults(id: string, writes: readonly Write[], found: Found | undefined): readonly string[] {
  const latest = latestOf(writes.filter(({ version }) => version !== undefined));
  if (found === undefined) {
    const isLost = latest !== undefined && removals(writes, latest).length === 0;
    return isLost ? [`lost: ${id}, which ${latest.token} wrote at version ${latest.version}`] : [];
  }
  if (latest !== undefined && found.version < (latest.version ?? 0))
    return [
      `lost: ${latest.token} at version ${latest.version} of ${id}, which has version ${found.version}`,
    ];
  const author = writes.find(({ token }) => token === found.token);
  if (author === undefined) return [`nobody wrote ${found.token} to ${id}`];
  if (author.version !== undefined && author.version !== found.version)
    return [`${id} has version ${found.version}, and ${found.token} was told ${author.version}`];
  const deletion = writes.find(
    (write) => write.kind === 'delete' && isDone(write) && write.sentAt > (author.answeredAt ?? Infinity),
  );
  if (deletion !== undefined) return [`${id} is there, which ${deletion.token} deleted after ${found.token}`];
  return patchFaults(id, writes, found);
}

/** Every acknowledged patch since the last replacement is there, if that replacement is known. */
function patchFaults(id: string, writes: readonly Write[], found: Found): readonly string[] {
  const reached = writes.filter(({ version }) => version !== undefined && version <= found.version);
  const base = latestOf(reached.filter(({ kind }) => kind === 'put'));
  if (base === undefined || removals(writes, base).length > 0) return [];
  if (writes.some((write) => isInFlight(write) && write.kind === 'put')) return [];
  const expected = new Map(Object.entries(base.patch));
  const patches = reached.filter(
    ({ kind, version = 0 }) => kind === 'patch' && version > (base.version ?? 0),
  );
  for (const { patch } of patches.sort((one, other) => (one.version ?? 0) - (other.version ?? 0)))
    for (const [name, value] of Object.entries(patch)) expected.set(name, value);
  const open = writes
    .filter((write) => isInFlight(write) && write.kind === 'patch')
    .map(({ patch }) => patch);
  const names = new Set([...expected.keys(), ...Object.keys(found.patches)]);
  return [...names].flatMap((name) => {
    const value = found.patches[name];
    const isRight =
      value === expected.get(name) || open.some((patch) => value !== undefined && patch[name] === value);
    return isRight ? [] : [`lost: patch ${name}=${expected.get(name)} of ${id}, which has ${value}`];
  });
}

/** The deletions that may have come after a write. */
function removals(writes: readonly Write[], { sentAt }: Write): readonly Write[] {
  return writes.filter(({ kind, answeredAt = Infinity }) => kind === 'delete' && answeredAt > sentAt);
}

function latestOf(writes: readonly Write[]): Write | undefined {
  return writes.reduce<Write | undefined>(
    (latest, write) => ((write.version ?? 0) > (latest?.version ?? 0) ? write : latest),
    undefined,
  );
}
