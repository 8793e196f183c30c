import { linkSecret } from './link-examples.js';

/** What holders of links get, with the identifier of an image. */
export function sharedExamples(id: string) {
  const sharedImage = {
    id,
    name: 'lake.jpg',
    width: 4_032,
    height: 3_024,
    file: `http://127.0.0.1:8080/api/shared/${linkSecret}/images/${id}/file`,
    original: null,
    title: 'The lake at dawn',
    takenAt: '2026-05-01T05:30:00',
    position: { longitude: 8.65, latitude: 47.35 },
  };

  return {
    oembed: {
      version: '1.0' as const,
      type: 'photo' as const,
      title: 'Summer',
      provider_name: 'Cairn',
      provider_url: 'http://127.0.0.1:8080',
      url: `${sharedImage.file}?w=640`,
      width: 640,
      height: 480,
    },
    shared: {
      title: 'Summer',
      description: '',
      imageCount: 1,
      role: 'viewer' as const,
      position: 'coarse' as const,
      download: false,
      approval: 'none' as const,
      cover: sharedImage,
      sharedBy: 'Grace',
      since: '2026-05-12',
    },
    sharedImagePage: { images: [sharedImage] },
  };
}
