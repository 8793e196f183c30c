import type { Shared } from '@cairn/api-schema';
import { escaped, htmlPage } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import { LIGHTBOX } from './script.js';
import { headOf } from './shared-pages.js';
import type { Texts } from './texts.js';

interface SpacePage {
  readonly addresses: PageAddresses;
  readonly shared: Shared;
  readonly featureCount: number;
  /** As HTML. */
  readonly map: string;
  /** The address of all features. */
  readonly features: string;
}

/** A space as a map. Without scripts it says how much there is. */
export function spacePage(
  { addresses, shared, featureCount, map, features }: SpacePage,
  texts: Texts,
): string {
  const { title, description, download } = shared;
  const about = addresses.isEmbedded || description === '' ? '' : `\n<p>${escaped(description)}</p>`;
  const body = `<header>
<h1>${escaped(title)}</h1>${about}
</header>
<main>
${map}
<p class="quiet">${texts.features(featureCount)}</p>
${download ? `<nav><a href="${escaped(features)}" download>${texts.geoJson}</a></nav>` : ''}
</main>`;
  return htmlPage({ title, head: headOf(addresses, shared), body, script: LIGHTBOX }, texts);
}
