import { InvalidInput } from '@cairn/kernel';
import type { HubParameters } from './hub-parameters.js';

const HEAD = /^(?:main:)?(?:head)?$|^main$/i;

/** Whether the newest version is requested, explicitly or by default. */
export function isHead(parameters: HubParameters): boolean {
  return HEAD.test(wantedOf(parameters).text);
}

/** Rejects reads of any version but the current one of the space. @throws {InvalidInput} */
export function assertHead(parameters: HubParameters, version: number): void {
  const { name, text } = wantedOf(parameters);
  if (HEAD.test(text) || text.replace(/^main:/i, '') === String(version)) return;
  const detail = `\`${name}\` must be HEAD, or ${version}, the version that the space is at: other versions are not kept.`;
  throw new InvalidInput([{ pointer: `/${name}`, code: 'version-not-kept', detail }]);
}

/** Rejects writes to another branch. @throws {InvalidInput} */
export function assertHeadOfMain(parameters: HubParameters): void {
  const { name, text } = wantedOf(parameters);
  if (HEAD.test(text)) return;
  const detail = `\`${name}\` must be HEAD: there is one branch only, and its versions are not written to.`;
  throw new InvalidInput([{ pointer: `/${name}`, code: 'version-not-writable', detail }]);
}

function wantedOf(parameters: HubParameters): { readonly name: string; readonly text: string } {
  const name = parameters.text('version') === undefined ? 'versionRef' : 'version';
  return { name, text: parameters.text(name) ?? '' };
}
