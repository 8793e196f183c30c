import type { Shared } from '@cairn/api-schema';
import { escaped } from './html.js';
import type { PageAddresses } from './page-addresses.js';
import type { Texts } from './texts.js';

/** What the page tells of what it shows. Nobody knows since when a public map is public. */
export type ToldOf = Pick<Shared, 'title' | 'description' | 'sharedBy' | 'cover'> & {
  readonly since: string | null;
};

interface PageHead {
  readonly addresses: PageAddresses;
  readonly shared: ToldOf;
  /** How much there is, as HTML. */
  readonly count?: string | undefined;
  /** Links and buttons, as HTML. */
  readonly actions: readonly string[];
}

/** What the page is called, who shares it, and what can be done with it. In a frame only the title and what can be done. */
export function pageHead({ addresses, shared, count, actions }: PageHead, texts: Texts): string {
  const { title, description, sharedBy, since } = shared;
  const by = texts.sharedBy(sharedBy === null ? null : escaped(sharedBy), sinceText(since, texts));
  const facts = [...(by === '' ? [] : [by]), ...(count === undefined ? [] : [count])];
  const about = [
    ...(facts.length === 0 ? [] : [`<p class="muted">${facts.join(' · ')}</p>`]),
    ...(description === '' ? [] : [`<p class="about">${escaped(description)}</p>`]),
  ];
  return `<header>
<h1>${escaped(title)}</h1>
${addresses.isEmbedded ? '' : about.join('\n')}
${actions.length === 0 ? '' : `<div class="actions">${actions.join('\n')}</div>`}
</header>`;
}

function sinceText(since: string | null, { language }: Texts): string | null {
  if (since === null) return null;
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return `<time datetime="${since}">${format.format(Date.parse(since))}</time>`;
}
