import { createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';

/**
 * Name, root and tags of every project. Creates the Nx project graph if there is none: without it
 * `@nx/enforce-module-boundaries` skips every check and lint passes.
 */
export async function readProjects() {
  const graph = await readGraph();
  return Object.values(graph.nodes).map(({ name, data }) => ({
    name,
    root: data.root,
    tags: data.tags ?? [],
  }));
}

async function readGraph() {
  try {
    return readCachedProjectGraph();
  } catch {
    return await createProjectGraphAsync({ exitOnError: true });
  }
}
