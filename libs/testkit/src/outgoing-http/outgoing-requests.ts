import { assert } from '../assert.js';
import type { OutgoingFailure, OutgoingRequest, OutgoingResponse } from '@cairn/kernel';
import type { OutgoingHttpPorts } from './outgoing-http-ports.js';

/** A small request to the first server. */
export async function request(
  { http, origins }: OutgoingHttpPorts,
  path: string,
  more: Partial<OutgoingRequest> = {},
): Promise<OutgoingResponse> {
  return await http.request({
    method: 'GET',
    url: origins.first + path,
    maxBytes: 1_000,
    timeoutMs: 60_000,
    ...more,
  });
}

/** The whole body of a response. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Fails unless the request, or reading its response, ends with this failure. */
export async function failsWith(
  code: OutgoingFailure,
  response: Promise<OutgoingResponse>,
  what?: string,
): Promise<void> {
  const read = response.then(async ({ body }) => await readText(body));
  await assert.rejects(read, { code }, what);
}
