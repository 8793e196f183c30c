import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { keys } from '../../../i18n/en/keys.ts';
import { uploadClients } from './upload-clients.ts';

const page = readFileSync(new URL('../../../../../../docs/upload-clients.md', import.meta.url), 'utf8');
const target = { baseUrl: 'https://cairn.example.org', secret: 'YOUR_SECRET' };

/** What the page says of a client: where its text goes, and the text. */
const sectionOf = ({ id, name, language, snippet }) =>
  `## ${name}\n\n${keys.clientHints[id]}\n\n\`\`\`${language}\n${snippet(target)}\n\`\`\`\n`;

describe('docs/upload-clients.md', () => {
  it.each(uploadClients.map((client) => [client.name, client]))(
    'shows for %s what the dialog of a new key shows',
    (_, client) => expect(page).toContain(sectionOf(client)),
  );

  it('has no other client', () => {
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(uploadClients.map(({ name }) => name));
  });
});
