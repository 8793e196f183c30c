import {
  assertRestorable,
  backUp,
  type BackupProgress,
  type BackupReport,
  type BackupRun,
  checkBackup,
  checkStores,
  type ChosenSnapshot,
  compareBackup,
  restoreBackup,
  type SnapshotCheck,
} from '@cairn/composition';
import { version } from '@cairn/server/settings';
import { administrationOf } from '../administration/administration-of.js';
import type { Call, Command, ExitCode } from '../program/command.js';
import { serverOptions } from '../program/server-access.js';

/** Makes and restores backups. */
export const backupCommands: readonly Command[] = [
  {
    usage: 'backup <folder>',
    summary: 'Copy database and images into a folder of backups, also while a server runs',
    examples: ['backup /backups'],
    run: async (call) => {
      const { output, signal } = call;
      const report = await following(call, (follow) =>
        backUp(storesOf(call), { folder: folderOf(call), version, signal, report: follow }),
      );
      output.result(report, backedUp(report));
      for (const { key, imageId, problem } of report.faults)
        output.note(`The bytes of the image ${imageId}, blob ${key}, are ${problem}.`);
      return report.faults.length === 0 ? 0 : 1;
    },
  },
  {
    usage: 'restore <folder>',
    summary: 'Restore a backup into empty stores; an interrupted restore goes on',
    options: [
      ['--snapshot <name>', 'Not the latest snapshot, but this one'],
      ['--verify', 'Read the whole backup first, and compare with it what was restored'],
      ['--despite-damage', 'Leave out images whose bytes the backup lost, and restore the rest'],
      ['--verify-only', 'Read the whole backup, and restore nothing'],
    ],
    examples: ['restore /backups --verify', 'restore /backups --verify-only'],
    run: async (call) => {
      const { options, output } = call;
      const chosen = { folder: folderOf(call), snapshot: options.text('snapshot'), signal: call.signal };
      const isOnlyVerified = options.isSet('verifyOnly');
      if (!isOnlyVerified) await assertRestorable(storesOf(call), chosen);
      const isVerified = isOnlyVerified || options.isSet('verify');
      const { problems, faults } = isVerified ? await verifyBackup(call, chosen) : NOTHING_FOUND;
      if (isOnlyVerified) return problems.length === 0 ? 0 : 1;
      const isRescue = options.isSet('despiteDamage');
      if (problems.length > faults && !isRescue) return 1;
      const report = await following(call, (follow) =>
        restoreBackup(storesOf(call), {
          ...chosen,
          damaged: isRescue ? 'left-out' : 'refused',
          report: follow,
        }),
      );
      output.result(report, `The snapshot ${report.name} is restored, with ${report.blobs} images.`);
      output.note(
        'It is a copy: it sends no webhooks until `cairn promote` has it take the place of its original.',
      );
      for (const { imageId, problem } of report.faults)
        output.note(`The bytes of the image ${imageId} were ${problem} when the backup was made.`);
      for (const { imageId, key } of report.damaged)
        output.note(`The image ${imageId} was left out: the backup lost its bytes, blob ${key}.`);
      if (isVerified) return await verifyStores(call, chosen);
      return report.damaged.length === 0 ? 0 : 1;
    },
  },
  {
    usage: 'promote',
    summary: 'Have a restored copy take the place of its original: it sends webhooks from then on',
    options: serverOptions,
    examples: ['promote', 'promote --url http://127.0.0.1:8080'],
    run: async (call) => {
      const promoted = await (await administrationOf(call)).promote();
      const text = promoted
        ? 'It takes the place of its original: webhooks that wait are sent.'
        : 'It is no restored copy, or was promoted before. Nothing was changed.';
      call.output.result({ promoted }, text);
      return 0;
    },
  },
];

const NOTHING_FOUND: Pick<SnapshotCheck, 'problems' | 'faults'> = { problems: [], faults: 0 };

const folderOf = ({ args: [folder = ''] }: Call): string => folder;

function storesOf(call: Call) {
  const { database, blobs } = call.settings().application;
  return { database, blobs };
}

async function verifyBackup(call: Call, chosen: BackupRun & ChosenSnapshot): Promise<SnapshotCheck> {
  const { output } = call;
  const check = await following(call, (report) => checkBackup({ ...chosen, report }));
  output.result(check, summaryOf(check));
  for (const { kind, subject, problem } of check.problems) output.note(`${kind} ${subject} ${problem}`);
  return check;
}

/** Compares the stores with the backup before a server changes them, and reads everything that was restored. */
async function verifyStores(call: Call, chosen: BackupRun & ChosenSnapshot): Promise<ExitCode> {
  const { output, signal } = call;
  const stores = storesOf(call);
  const differences = await compareBackup(stores, chosen);
  const { findings, blobs } = await following(call, (report) =>
    checkStores(stores, { mode: 'read', bytes: 'read', signal, report }),
  );
  const isEqual = differences.length === 0 && findings.length === 0;
  output.result(
    { verified: isEqual, differences, findings },
    isEqual
      ? `It is as in the backup: every row is counted, and the bytes of ${blobs} images were read.`
      : 'It is not as in the backup.',
  );
  for (const difference of differences) output.note(difference);
  for (const { check, subject, problem } of findings) output.note(`${check} ${subject}: ${problem}`);
  return isEqual ? 0 : 1;
}

function backedUp({ name, blobs, copied, copiedInBytes, removed, durationMs }: BackupReport): string {
  const gone = removed === 0 ? '' : ` ${removed} images were deleted meanwhile and are not in it.`;
  return (
    `The snapshot ${name} has ${blobs - removed} images; ${copied} blobs were new, of ${copiedInBytes} bytes. ` +
    `It took ${(durationMs / 1_000).toFixed(1)} s.${gone}`
  );
}

function summaryOf({ name, blobs, sizeInBytes, problems, faults }: SnapshotCheck): string {
  if (faults > 0 && problems.length === faults)
    return `The snapshot ${name} is as it was written, but the bytes of ${faults} images were not whole then.`;
  return problems.length === 0
    ? `The snapshot ${name} is as it was written: ${blobs} images of ${sizeInBytes} bytes.`
    : `The snapshot ${name} is not as it was written: ${problems.length} problems.`;
}

/** Shows a bar for each phase of some work. */
export async function following<T>(
  { output }: Call,
  work: (report: (progress: BackupProgress) => void) => Promise<T>,
): Promise<T> {
  let phase: BackupProgress['phase'] | undefined;
  let bar = output.progress('');
  try {
    return await work((progress) => {
      if (progress.phase !== phase) {
        bar.stop();
        ({ phase } = progress);
        bar = output.progress(phase);
      }
      bar.set(progress.done, progress.total ?? progress.done);
    });
  } finally {
    bar.stop();
  }
}
