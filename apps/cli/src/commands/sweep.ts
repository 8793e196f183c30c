import { SweepBlobs } from '@cairn/images';
import type { Command } from '../program/command.js';

/** Runs the periodic sweep of blobs without an image now. */
export const sweep: Command = {
  usage: 'sweep',
  summary:
    'Compare blobs with images now: put those without an image in quarantine, bring back those with one',
  examples: ['sweep', 'sweep --json'],
  run: async (call) => {
    const { sweep: settings } = call.settings().application;
    const sweeping = settings === 'never' || settings === undefined ? {} : settings;
    const bar = call.output.progress('Blobs');
    const { graceMs, quarantineMs } = sweeping;
    const report = await (
      await call.application()
    )
      .get(SweepBlobs)
      .execute({ graceMs, quarantineMs, signal: call.signal, compared: (done) => bar.set(done, done) })
      .finally(() => bar.stop());
    const { missing, ...counts } = report;
    call.output.table([{ ...counts, missing: missing.length }]);
    for (const { imageId } of missing) call.output.note(`The bytes of image ${imageId} are missing.`);
    return missing.length > 0 || report.outcome === 'refused' ? 1 : 0;
  },
};
