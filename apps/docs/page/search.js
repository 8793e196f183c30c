import MiniSearch from 'minisearch';

const options = {
  fields: ['name', 'title', 'page', 'text'],
  storeFields: ['title', 'page', 'weight'],
};
const FOUND = 12;

/** The index of these sections, as text. */
export function indexOf(sections) {
  const index = new MiniSearch(options);
  index.addAll(sections);
  return JSON.stringify(index);
}

export async function loadIndex(address) {
  const answer = await fetch(address);
  return MiniSearch.loadJSON(await answer.text(), options);
}

/** The sections for these words, the best first. Words may be begun, and be mistyped. */
export const findSections = (index, words) =>
  index
    .search(words, {
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      boost: { name: 12, title: 6, page: 3 },
      boostDocument: (id, term, { weight }) => weight,
    })
    .slice(0, FOUND);
