import { createReadStream } from 'node:fs';
import type { Application } from '@cairn/composition';
import type { Box } from './box.js';
import {
  ANONYMOUS,
  CountFeatures,
  CreateSpace,
  ImportFeatures,
  ownerCaller,
  ReadStatistics,
  type ImportReport,
} from '@cairn/spaces';

const RULE = { onExists: 'replace', onNotExists: 'create', onConflict: 'replace' } as const;
const caller = ownerCaller({ owner: ANONYMOUS });

/** What Cairn has after an import. */
export interface Imported {
  readonly report: ImportReport;
  readonly seconds: number;
  readonly total: number;
  readonly inBox: number;
  readonly bounds: Box | undefined;
}

/** Imports a file into a new space. */
export async function importDataset(
  application: Application,
  given: { readonly id: string; readonly file: string; readonly box: Box },
): Promise<Imported> {
  const { id, file, box } = given;
  await application.get(CreateSpace).execute(caller, { id, title: id, description: 'Real data.' });
  const startedAt = performance.now();
  const report = await application
    .get(ImportFeatures)
    .execute(caller, id, { bytes: createReadStream(file), rule: RULE });
  const seconds = (performance.now() - startedAt) / 1000;
  const { head } = await application.get(ReadStatistics).execute(caller, id);
  const inBox = await application.get(CountFeatures).execute(caller, id, { boxes: [box] });
  return { report, seconds, total: head.total, inBox, bounds: head.bounds };
}
