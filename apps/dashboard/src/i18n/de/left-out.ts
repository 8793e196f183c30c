import { typeNames } from '../en/left-out.ts';
import type { Texts } from '../en/texts.ts';

const type = (name: string, instead: string): string => `${name} nimmt dieser Server nicht an. ${instead}`;

export const leftOut: Texts['leftOut'] = {
  title: (count) => (count === 1 ? 'Eine Datei bleibt hier:' : `${count} Dateien bleiben hier:`),
  names: (name, more) => (more === 0 ? name : `${name} und ${more} weitere`),
  takes: (types, limit) =>
    `${new Intl.ListFormat('de').format(types.map((each) => typeNames[each]))}. Je bis ${limit}`,
  size: (limit) => `Größer als ${limit}. Speichere das Bild kleiner ab.`,
  reasons: {
    'image/jpeg': type('JPEG', 'Speichere das Bild in einem anderen Format.'),
    'image/png': type('PNG', 'Speichere das Bild in einem anderen Format.'),
    'image/webp': type('WebP', 'Speichere das Bild als JPEG.'),
    'image/gif': type('GIF', 'Speichere das Bild als PNG.'),
    'image/avif': type('AVIF', 'Speichere das Bild als JPEG.'),
    'image/heic': type(
      'HEIC',
      'Speichere das Bild als JPEG; das iPhone nimmt JPEG auf mit Einstellungen → Kamera → Formate → Maximale Kompatibilität.',
    ),
    'image/jxl': type('JPEG XL', 'Speichere das Bild als JPEG.'),
    'image/tiff': type('TIFF', 'Speichere das Bild als JPEG oder PNG.'),
    'image/bmp': type('BMP', 'Speichere das Bild als PNG.'),
    video: 'Ein Video. Gespeichert werden nur Bilder: Bewahre es woanders auf.',
    system: 'Eine versteckte Datei des Computers, kein Bild. Du musst nichts tun.',
    drawing: 'Eine Zeichnung als SVG, die ein Programm enthalten kann. Speichere sie als PNG.',
    raw: 'Rohdaten einer Kamera. Exportiere sie als JPEG.',
    other: 'Kein Bild. Bewahre die Datei woanders auf.',
    empty: 'Leer. Kopiere die Datei noch einmal von dort, wo sie herkommt.',
    room: 'Dafür ist kein Platz mehr. Lösche Bilder, oder lass dein Kontingent erhöhen.',
  },
};
