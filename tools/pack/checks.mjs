import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

/** Resolutions that packages of ES modules alone need not serve. */
const otherModules = ['node10', 'node16-cjs'];

/** What publint has to say about a tarball. */
export async function publintMessages(path) {
  const tarball = Uint8Array.from(readFileSync(path)).buffer;
  return (await publint({ pack: { tarball }, strict: true })).messages;
}

/** What attw finds wrong with the types of a tarball. In this process: a program for each package takes four times as long. */
export async function typeProblems(path) {
  const { types, problems = [] } = await checkPackage(
    createPackageFromTarballData(Uint8Array.from(readFileSync(path))),
  );
  if (types === false || types.kind !== 'included') return [{ kind: 'no types' }];
  return problems.filter(({ resolutionKind }) => !otherModules.includes(resolutionKind));
}
