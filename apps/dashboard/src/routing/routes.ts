import type { Component } from 'svelte';

/** A view, by what its address is. */
export interface Route {
  readonly pattern: RegExp;
  /** Whether it is shown to people who have not signed in, and then without the frame of the page. */
  readonly isOpen?: boolean;
  /** Whether another path is another view, of which nothing stays. Without it, what a pattern names may change in a view. */
  readonly isOnePerPath?: boolean;
  readonly load: () => Promise<{ readonly default: Component<Record<string, string>> }>;
}

const views = import.meta.glob<{ default: Component<Record<string, string>> }>('../views/*/*View.svelte');

function view(name: string): Route['load'] {
  const load = views[`../views/${name}.svelte`];
  if (load === undefined) throw new Error(`There is no view ${name}.`);
  return load;
}

/** Every view. What a pattern names is given to the view. The server knows the first segments (`VIEWS`). */
export const routes: readonly Route[] = [
  { pattern: /^\/sign-in$/, isOpen: true, load: view('sign-in/SignInView') },
  { pattern: /^\/setup$/, isOpen: true, load: view('sign-in/SetupView') },
  { pattern: /^\/invite$/, isOpen: true, load: view('sign-in/InviteView') },
  { pattern: /^\/images(?:\/(?<id>[^/]+))?$/, load: view('images/ImagesView') },
  { pattern: /^\/photos$/, load: view('photos/PhotoMapView') },
  { pattern: /^\/spaces$/, load: view('spaces/SpacesView') },
  { pattern: /^\/spaces\/(?<id>[^/]+)$/, isOnePerPath: true, load: view('spaces/SpaceView') },
  { pattern: /^\/keys$/, load: view('keys/KeysView') },
  { pattern: /^\/server$/, load: view('server/ServerView') },
  { pattern: /^\/account$/, load: view('account/AccountView') },
];
