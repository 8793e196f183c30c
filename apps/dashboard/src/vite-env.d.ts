/** The address of a GeoJSON file with the land and the borders of the world, which the build makes. */
declare const WORLD_FILE: string;
