import { examples } from './examples.js';

const { id, createdAt } = examples.imageRecord;
const { linkRecord } = examples;

const contribution = {
  id,
  name: 'lake.jpg',
  resource: { type: 'album' as const, id: examples.albumRecord.id },
  addedBy: `link:${linkRecord.id}`,
  guest: { id: 'Xc7VbN2mQwErTyUiOpAsDf', name: 'Ada' },
  addedAt: createdAt,
  width: 4_032,
  height: 3_024,
  sizeInBytes: 1_204_112,
  file: `http://127.0.0.1:8080/api/contributions/${id}/file`,
};

export const contributionExamples = {
  existingImage: { ...examples.shared.cover, existing: true as const },
  contributionPage: { contributions: [contribution], count: 1 },
  approveBody: { ids: [id] },
  approved: { approved: [id], existing: [], left: [], missing: [] },
  refuseBody: { ids: [id] },
  refused: { refused: [id], missing: [] },
};
