import { escaped, htmlPage } from './html.js';
import type { Texts } from './texts.js';

/** Types are listed one by one, because phones then convert their pictures to one of them. */
const TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

interface FormAddresses {
  /** The address of the page of pictures. */
  readonly url: string;
  /** Where the script sends a picture. */
  readonly upload: string;
}

/** A form that adds one picture; with the script, several. */
export function addingForm({ url, upload }: FormAddresses, texts: Texts): string {
  return `<form class="add" method="post" action="${url}/upload" enctype="multipart/form-data" data-upload="${upload}" data-failed="${escaped(texts.failed)}" data-there="${escaped(texts.there)}" data-several-there="${escaped(texts.severalThere)}">
<label>${texts.add} <input name="file" type="file" accept="${TYPES}" required></label>
<button>${texts.send}</button>
<output role="status"></output>
<p class="quiet">${texts.addHint}</p>
</form>`;
}

/** Says why a picture was not added. `code` is that of the problem. */
export function refusedPage(
  { url, code }: { readonly url: string; readonly code: string },
  texts: Texts,
): string {
  const why = new Map(Object.entries(texts.refusals)).get(code) ?? texts.refusedOtherwise;
  const body = `<main>
<h1>${texts.refused}</h1>
<p role="alert">${why}</p>
<nav><a href="${url}">${texts.back}</a></nav>
</main>`;
  return htmlPage({ title: texts.refused, body }, texts);
}

/** Says that a picture was there before it was sent. */
export function knownPage({ url }: { readonly url: string }, texts: Texts): string {
  const body = `<main>
<h1>${texts.known}</h1>
<p role="status">${texts.knownWhy}</p>
<nav><a href="${url}">${texts.back}</a></nav>
</main>`;
  return htmlPage({ title: texts.known, body }, texts);
}

/** Thanks for a picture that waits until somebody has looked at it. */
export function waitingPage({ url }: { readonly url: string }, texts: Texts): string {
  const body = `<main>
<h1>${texts.waiting}</h1>
<p role="status">${texts.waitingWhy}</p>
<nav><a href="${url}">${texts.back}</a></nav>
</main>`;
  return htmlPage({ title: texts.waiting, body }, texts);
}
