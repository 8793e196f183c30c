import { escaped, htmlPage } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import type { Texts } from './texts.js';

/** A page that says one thing. `body` is HTML. */
function notice({ title, body }: { readonly title: string; readonly body: string }, texts: Texts): string {
  return htmlPage(
    { title, body: `<main class="notice">\n<h1>${escaped(title)}</h1>\n${body}\n</main>` },
    texts,
  );
}

/** Asks for the password. */
export function passwordPage(
  { url, isWrong }: { readonly url: string; readonly isWrong: boolean },
  texts: Texts,
): string {
  const body = `<form method="post" action="${url}">
<label>${texts.password} <input name="password" type="password" required autocomplete="off" autofocus${isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}></label>
${isWrong ? `<p class="wrong" id="wrong" role="alert">${texts.wrong}</p>` : ''}
<button class="primary">${texts.open}</button>
</form>`;
  return notice({ title: texts.locked, body }, texts);
}

/** In a frame, says that a password is needed but shows no form: the surrounding page could overlay it. */
export function lockedFrame({ link }: PageAddresses, texts: Texts): string {
  const body = `<p><a class="button" href="${link}" target="_blank" rel="noopener">${texts.openAlone}</a></p>`;
  return notice({ title: texts.locked, body }, texts);
}

/** For a link that is unknown, revoked or expired. */
export function gonePage(texts: Texts): string {
  return notice({ title: texts.gone, body: `<p>${texts.goneWhy}</p>` }, texts);
}

const back = (url: string, texts: Texts): string =>
  `<p><a class="button" href="${url}">${texts.back}</a></p>`;

/** Says why a picture was not added. `code` is that of the problem. */
export function refusedPage(
  { url, code }: { readonly url: string; readonly code: string },
  texts: Texts,
): string {
  const why = new Map(Object.entries(texts.refusals)).get(code) ?? texts.refusedOtherwise;
  return notice({ title: texts.refused, body: `<p role="alert">${why}</p>\n${back(url, texts)}` }, texts);
}

/** Says that a picture was there before it was sent. */
export function knownPage({ url }: { readonly url: string }, texts: Texts): string {
  return notice(
    { title: texts.known, body: `<p role="status">${texts.knownWhy}</p>\n${back(url, texts)}` },
    texts,
  );
}
