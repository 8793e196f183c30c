import { checkStores, type StoreFinding } from '@cairn/composition';
import type { Command } from '../program/command.js';
import { following } from './backup.js';

const MINUTE_MS = 60_000;

/** Checks that the stored data is consistent. */
export const fsck: Command = {
  usage: 'fsck',
  summary: 'Check that records, indexes and blobs fit together, also while a server runs',
  options: [
    ['--hashes', 'Read every byte of every image'],
    ['--repair', 'Repair what can be worked out again; on SQLite the server must be stopped'],
    ['--grace <minutes>', 'From which age a blob without an image counts; 60 by default'],
  ],
  examples: ['fsck', 'fsck --hashes', 'fsck --repair'],
  run: async (call) => {
    const { options, output, signal } = call;
    const { database, blobs } = call.settings().application;
    const grace = options.number('grace', 0);
    const mode = options.isSet('repair') ? 'repair' : 'read';
    const check = await following(call, (report) =>
      checkStores(
        { database, blobs },
        {
          mode,
          bytes: options.isSet('hashes') ? 'read' : 'count',
          graceMs: grace === undefined ? undefined : grace * MINUTE_MS,
          signal,
          report,
        },
      ),
    );
    for (const finding of check.findings) output.result(finding, describe(finding));
    const left = check.findings.filter(({ outcome }) => outcome !== 'repaired').length;
    const summary = { blobs: check.blobs, findings: check.findings.length, left };
    output.result(
      summary,
      `${check.blobs} images were looked at. ${summary.findings} findings, ${summary.findings - left} of them repaired.`,
    );
    return left === 0 ? 0 : 1;
  },
};

function describe({ check, subject, problem, remedy, outcome }: StoreFinding): string {
  const next = {
    found: remedy === undefined ? 'Only a person can tell what is right.' : `--repair would ${remedy}.`,
    repaired: 'Repaired.',
    left: 'Nothing was changed about it.',
  };
  return `${check} ${subject}: ${problem}. ${next[outcome]}`;
}
