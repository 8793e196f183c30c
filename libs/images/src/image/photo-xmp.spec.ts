import { readXmp } from '@cairn/image-structure';
import { describe, expect, it } from '@jest/globals';
import { composeEdit, editChangeOf, type EditChange } from './image-edit.js';
import { editShownBy, photoXmp } from './photo-xmp.js';

const none = { tags: [], isCut: false, edit: undefined, file: { orientation: 1 } };
const crop = { left: 0.125, top: 0.25, width: 0.5, height: 0.375 };

describe('the XMP of an image', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'tells an edit of a file of orientation %d to other programs',
    (orientation) => {
      for (const turn of [0, 90, 180, 270] as const)
        for (const mirror of [false, true])
          for (const part of [undefined, crop]) {
            const edit: EditChange = { turn, mirror, ...(part && { crop: part }) };
            const { shown } = readXmp(photoXmp({ ...none, edit, file: { orientation } }) ?? '<x/>');
            const composed = composeEdit({ orientation, frames: 1 }, edit) ?? undefined;
            const expected = editChangeOf({ orientation, edit: composed });
            expect(shown && editShownBy(orientation, shown)).toEqual(expected);
          }
    },
  );

  it('has crops in the stored picture', () => {
    const edit = { turn: 90, mirror: false, crop: { left: 0.1, top: 0.2, width: 0.5, height: 0.5 } } as const;
    const { shown } = readXmp(photoXmp({ ...none, edit }) ?? '');
    expect(shown?.orientation).toBe(6);
    expect(shown?.crop?.left).toBeCloseTo(0.2);
    expect(shown?.crop?.top).toBeCloseTo(0.4);
  });

  it('has no guess of a time, and is left out if there is nothing to tell', () => {
    const description = { uploadSha256: '', removed: [], timeInName: '2024-07-01T12:00:00' };
    expect(photoXmp({ ...none, description })).toBeUndefined();
    expect(photoXmp({ ...none, description, tags: ['a'] })).not.toContain('2024');
  });

  it('has what was cut out of the file, and nothing more of what is in it', () => {
    const description = { uploadSha256: '', removed: [], capturedAt: '2024-07-01T12:00:00' };
    expect(photoXmp({ ...none, description })).toBeUndefined();
    expect(photoXmp({ ...none, description, isCut: true })).toContain('2024-07-01T12:00:00');
  });
});
