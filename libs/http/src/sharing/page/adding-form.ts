import type { Shared } from '@cairn/api-schema';
import type { UploadLimits } from '@cairn/images';
import { escaped } from './html.js';
import type { Texts } from './texts.js';

/** What the server takes. */
export type Taken = Pick<UploadLimits, 'types' | 'maxFileBytes'>;

/**
 * What phones are asked for: they convert their pictures to one of these types, unless the server takes theirs. Types are
 * listed one by one for that. Few people have pictures of the others.
 */
const ASKED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic'];

interface Form {
  /** The address of the page of pictures. */
  readonly url: string;
  /** Where the script sends a picture. */
  readonly upload: string;
  readonly taken: Taken;
  /** Whether what is added waits for approval. */
  readonly approval: Shared['approval'];
}

/** A form that adds one picture; with the script, many. */
export function addingForm({ url, upload, taken, approval }: Form, texts: Texts): string {
  const types = ASKED.filter((type) => taken.types.some((one) => one === type));
  const { refusals, refusedOtherwise, gone, goneWhy, adding } = texts;
  const said = JSON.stringify({ ...adding, refusals, refusedOtherwise, gone, goneWhy });
  return `<form class="add" id="add" method="post" action="${url}/upload" enctype="multipart/form-data" data-upload="${upload}" data-max="${taken.maxFileBytes}" data-texts="${escaped(said)}">
<h2>${texts.add}</h2>
<label class="choose"><span>${texts.choose} <span class="drop">${texts.drop}</span></span> <input name="file" type="file" accept="${types.join()}" required></label>
<output role="status"></output>
<ul class="files"></ul>
<label>${texts.guest} <input name="guest" maxlength="80" autocomplete="name"></label>
<p class="muted">${approval === 'required' ? texts.addHintApproval : texts.addHint}</p>
<button class="primary">${texts.send}</button>
</form>`;
}

/** Says thanks for a picture that was sent without the script: the one with an address, or one that waits for approval. */
export function thanks(picture: string | undefined, texts: Texts): string {
  const said =
    picture === undefined
      ? texts.thanksWaiting
      : `${texts.thanksAdded} <a href="${picture}">${texts.thanksSee}</a>`;
  return `<p class="thanks" role="status">${said}</p>`;
}
