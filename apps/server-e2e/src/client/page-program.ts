import { createClient } from '@cairn/client';
import { scenarios } from './scenarios.js';

/** What the program in a page is given: the photo as base64. */
export interface PageInput {
  readonly name: string;
  readonly address: string;
  readonly cutAddress: string;
  readonly key: string;
  readonly photo: string;
}

/** Runs one scenario in a page. Its result is the error, if there is one. */
async function runScenario({ name, photo, ...input }: PageInput): Promise<string | undefined> {
  const { pathname: baseUrl } = new URL(input.address);
  const client = createClient({ baseUrl, key: input.key });
  const visitor = createClient({ baseUrl });
  const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0));
  try {
    await scenarios[name]?.({ ...input, client, visitor, photo: bytes });
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
}

Object.assign(globalThis, { runScenario });
