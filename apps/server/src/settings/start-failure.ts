import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { PartNotOpened } from '@cairn/composition';
import { StoreMismatch } from '@cairn/images';
import { DomainError } from '@cairn/kernel';
import { CannotListen } from './cannot-listen.js';
import { probeFolder } from './probe-folder.js';
import { parseSettings, type Environment } from './settings.js';

const urlOf = { database: 'CAIRN_DATABASE_URL', blobs: 'CAIRN_BLOB_URL' } as const;

type Part = keyof typeof urlOf;

/** Explains why the server did not start and which setting to change. */
export function explain(error: unknown, environment: Environment): string {
  return `Cairn could not start: ${reasonOf(error, environment)}`;
}

/** The reason alone. */
export function reasonOf(error: unknown, environment: Environment): string {
  if (!(error instanceof Error)) return String(error);
  const setting = (part: Part): string => (environment[urlOf[part]] ? urlOf[part] : 'CAIRN_DATA_DIR');
  const stored = error instanceof PartNotOpened ? error.cause : error;
  if (stored instanceof DomainError && stored.code.startsWith('storage-')) {
    for (const [part, folder] of foldersOf(error, environment)) {
      const fault = folderFault(folder, probeFolder(folder));
      if (fault !== undefined) return `${fault.what} ${fault.remedy} ${setting(part)} to ${fault.place}.`;
    }
  }
  if (error instanceof PartNotOpened)
    return `${error.message}\nThe setting for it is ${setting(error.part)}.`;
  if (error instanceof StoreMismatch)
    return (
      `${error.message}\n` +
      'If CAIRN_DATABASE_URL, CAIRN_BLOB_URL or CAIRN_DATA_DIR names the wrong one, correct it. ' +
      'If this blob store is to belong to this database from now on, run `npm run adopt-store`; it deletes nothing.'
    );
  if (error instanceof CannotListen) return error.remedy;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

/** The folder of the part that could not be opened, or of both parts if something else failed. */
function foldersOf(error: Error, environment: Environment): readonly (readonly [Part, string])[] {
  const { database, blobs } = parseSettings(environment).application;
  const folders: (readonly [Part, string])[] = [];
  if (database.kind === 'sqlite') folders.push(['database', dirname(database.file)]);
  if (blobs.kind === 'fs') folders.push(['blobs', blobs.directory]);
  return folders.filter(([part]) => !(error instanceof PartNotOpened) || part === error.part);
}

interface FolderFault {
  readonly what: string;
  readonly remedy: string;
  readonly place: string;
}

/** Explains the error code of a probe; `undefined` for unknown codes. */
export function folderFault(folder: string, code: string | undefined): FolderFault | undefined {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        what: `the disk of ${folder} is full.`,
        remedy: 'Make room, or set',
        place: 'a folder on another disk',
      };
    case 'EROFS':
      return {
        what: `${folder} is on a read-only file system.`,
        remedy: 'Set',
        place: 'a folder that can be written to',
      };
    case 'EACCES':
    case 'EPERM':
      return {
        what: `the user '${userInfo().username}' may not write to ${folder}.`,
        remedy: 'Change its owner or permissions, or set',
        place: 'another folder',
      };
    case 'ENOENT': // although the folder exists
      return { what: `no files can be made in ${folder}.`, remedy: 'Set', place: 'another folder' };
    case 'ENOTDIR':
    case 'EEXIST':
      return { what: `${folder} is a file or lies under one.`, remedy: 'Set', place: 'a folder' };
    default:
      return undefined;
  }
}
