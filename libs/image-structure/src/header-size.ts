/** Size and orientation (EXIF, 1 to 8) of an image, as its header says. */
export interface HeaderSize {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}
