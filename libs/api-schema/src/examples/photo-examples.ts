/** Of photos by day, place and camera, with the identifier and the address of an image. */
export const photoExamples = ({ id, url }: { readonly id: string; readonly url: string }) => ({
  dayList: { days: ['2026-07-02', '2026-07-01'], counts: [2, 1], ratios: [3, 0.75], undated: 4 },
  imageLayout: {
    ids: [id],
    urls: [url],
    names: ['lake.jpg'],
    days: ['2026-07-01'],
    ratios: [1.5],
    colors: ['#4a7db8'],
    thumbhashes: ['3OcRJYB4d3h/iIeHeEh3eIhw+j3A'],
    types: ['image/jpeg' as const],
    visibilities: ['public' as const],
  },
  cameraList: { cameras: [{ camera: 'FUJIFILM X100V', count: 12 }] },
  bulkTakenBody: { ids: [id], shiftMinutes: -60 },
  bulkTakenResult: { changed: [id], missing: [] },
  bulkVisibilityBody: { ids: [id], visibility: 'private' as const },
  bulkVisibilityResult: { changed: [id], missing: [] },
});
