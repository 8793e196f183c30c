import sharp from 'sharp';

/** In whole degrees, north and east. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A small photo; with a place it tells where it was taken. */
export async function photo(place?: Place): Promise<Buffer> {
  const create = { width: 8, height: 6, channels: 3, background: '#4a8' } as const;
  const pixels = sharp({ create }).jpeg();
  if (place === undefined) return await pixels.toBuffer();
  const gps = {
    ...{ GPSLatitudeRef: 'N', GPSLatitude: `${place.latitude}/1 0/1 0/1` },
    ...{ GPSLongitudeRef: 'E', GPSLongitude: `${place.longitude}/1 0/1 0/1` },
  };
  return await pixels.withExif({ IFD3: gps }).toBuffer();
}
