import { GROUND_VERSION, groundStyle, type GroundStyle, type GroundTheme } from '@cairn/ground';

interface Look {
  readonly theme: GroundTheme;
  readonly language: string;
}

/** The style of the ground that is served at an address. Its parts may be kept for ever: their addresses have a version. */
export function groundStyleAt(baseUrl: string, look: Look): GroundStyle {
  const version = `?v=${GROUND_VERSION}`;
  const at = (path: string): string => `${baseUrl}/ground/${path}${version}`;
  return groundStyle({
    ...look,
    tilesUrl: at('{z}/{x}/{y}.mvt'),
    glyphsUrl: at('fonts/{fontstack}/{range}.pbf'),
    spriteUrl: at('sprite'),
    fontsUrl: at('fonts/{file}'),
  });
}
