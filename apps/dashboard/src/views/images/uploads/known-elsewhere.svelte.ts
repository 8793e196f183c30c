import { findKnown } from './known-files.ts';
import type { Upload } from './upload.svelte.ts';

/** Looks for known files before they are uploaded. Those in other folders wait until somebody has said what to do. */
export class KnownElsewhere {
  /** The files that somebody is asked about, together. */
  asked = $state.raw<readonly Upload[]>([]);
  private release: () => void = () => undefined;

  /** `release` is called when more uploads can begin. */
  async look(uploads: readonly Upload[], release: () => void): Promise<void> {
    this.release = release;
    // The album itself knows what is in it, and those who may only add to it are told of nothing else.
    const asked = uploads.filter(({ place }) => place.album?.isOnly !== true);
    for (const upload of asked) upload.isHeld = true;
    const elsewhere: Upload[] = [];
    await findKnown(asked, (upload, known) => {
      upload.known = known;
      if (known?.where === 'elsewhere' && upload.place.album === undefined) elsewhere.push(upload);
      else {
        upload.isHeld = false;
        release();
      }
    });
    this.asked = [...this.asked, ...elsewhere];
  }

  /** Puts the files into the folder too. They share their bytes with the images in the other folders. */
  readonly putThere = (): void => {
    for (const upload of this.asked) upload.isHeld = false;
    this.asked = [];
    this.release();
  };

  readonly leaveOut = (): void => {
    for (const upload of this.asked) upload.leaveOut?.();
    this.asked = [];
  };
}
