import { createClient } from '@cairn/client';
import { at } from './base-path.ts';

/** The address of the public door; empty if there is none. The server writes it into the document. */
const door = document.documentElement.dataset['publicUrl'] ?? '';

/** Tells the addresses at which others find what is public. The page reaches only the server that it comes from, and asks `client`. */
export const publicAddresses = createClient({ baseUrl: door === '' ? at('/') : door });
