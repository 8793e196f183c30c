import { type Component, tick } from 'svelte';
import { account, accountIn } from '../api/account.ts';
import { pathIn } from '../api/base-path.ts';
import { atHost, inPage, isSame, withoutSlash } from './page-url.ts';
import { scrollMemory } from './scroll-memory.ts';

/** A view, by the pattern of its address. */
interface Route {
  readonly pattern: RegExp;
  /** Whether the view is shown to people who have not signed in, and then without the frame of the page. */
  readonly isOpen?: boolean;
  /**
   * Whether each `id` is a separate view, which keeps no state of another one. Otherwise all parameters may change within
   * a view.
   */
  readonly isOnePerId?: boolean;
  readonly load: () => Promise<{ readonly default: Component<Record<string, string>> }>;
}

const views = import.meta.glob<{ default: Component<Record<string, string>> }>('../views/*/*View.svelte');

function view(name: string): Route['load'] {
  const load = views[`../views/${name}.svelte`];
  if (load === undefined) throw new Error(`There is no view ${name}.`);
  return load;
}

/** The pattern for the same path in an account of somebody else. */
function shared({ source }: RegExp): RegExp {
  return new RegExp(`^\\/shared\\/[^/]+${source.slice(1)}`);
}

/** Views of the user's own account or an account of somebody else. */
const ofAnyAccount: readonly Route[] = [
  { pattern: /^\/images(?:\/(?<id>[^/]+))?$/, load: view('images/ImagesView') },
  { pattern: /^\/albums$/, load: view('albums/AlbumsView') },
  { pattern: /^\/albums\/(?<id>[^/]+)$/, isOnePerId: true, load: view('albums/AlbumView') },
  { pattern: /^\/spaces\/(?<id>[^/]+)$/, isOnePerId: true, load: view('spaces/SpaceView') },
  { pattern: /^\/maps$/, load: view('maps/MapsView') },
  {
    pattern: /^\/maps\/(?<id>[^/]+)(?:\/(?<part>edit))?$/,
    isOnePerId: true,
    load: view('maps/MapView'),
  },
];

/** All views. A view gets the named groups of its pattern. The server knows the first segments (`VIEWS`). */
const routes: readonly Route[] = [
  ...ofAnyAccount,
  ...ofAnyAccount.map((route) => ({ ...route, pattern: shared(route.pattern) })),
  { pattern: shared(/^\/image\/(?<id>[^/]+)$/), load: view('shared/SharedImageView') },
  { pattern: /^\/shared$/, load: view('shared/SharedView') },
  { pattern: /^\/shared\/by-me$/, load: view('shared/SharedByMeView') },
  { pattern: /^\/sign-in$/, isOpen: true, load: view('sign-in/SignInView') },
  { pattern: /^\/setup$/, isOpen: true, load: view('sign-in/SetupView') },
  { pattern: /^\/invite$/, isOpen: true, load: view('sign-in/InviteView') },
  { pattern: /^\/reset-password$/, isOpen: true, load: view('sign-in/ResetPasswordView') },
  { pattern: /^\/photos$/, load: view('photos/PhotoMapView') },
  { pattern: /^\/spaces$/, load: view('spaces/SpacesView') },
  { pattern: /^\/look-alikes$/, load: view('look-alikes/LookAlikesView') },
  { pattern: /^\/contributions$/, load: view('contributions/ContributionsView') },
  { pattern: /^\/trash$/, load: view('trash/TrashView') },
  { pattern: /^\/keys$/, load: view('keys/KeysView') },
  { pattern: /^\/webhooks$/, load: view('webhooks/WebhooksView') },
  { pattern: /^\/activity$/, load: view('activity/ActivityView') },
  { pattern: /^\/server$/, load: view('server/ServerView') },
  { pattern: /^\/people$/, load: view('people/PeopleView') },
  { pattern: /^\/account$/, load: view('account/AccountView') },
];

/** Where people begin. */
export const HOME = '/images';

/** The state that the browser keeps with an entry of its history. */
interface Entry {
  readonly id: string;
  /** The address from which a step led here. */
  readonly from?: string;
  /** The name of the field that is being typed in. */
  readonly typed?: string | undefined;
}

type QueryParts = Readonly<Record<string, string>>;

/** How an address changes: by a step, which Back undoes, or without one while somebody types or drags. */
interface Change {
  readonly replace?: boolean;
  readonly typing?: boolean;
}

/** The current address of the browser, and its view. */
class Router {
  /** The URL within the page. */
  url = $state.raw(inPage(location.href));

  readonly path = $derived(withoutSlash(this.url.pathname));
  readonly query = $derived(this.url.searchParams);
  readonly route = $derived<Route | undefined>(routes.find(({ pattern }) => pattern.test(this.path)));
  readonly parameters = $derived.by(() => {
    const groups = this.route?.pattern.exec(this.path)?.groups ?? {};
    return Object.fromEntries(
      Object.entries(groups).flatMap(([name, text]: [string, string | undefined]) =>
        text === undefined ? [] : [[name, decodeURIComponent(text)]],
      ),
    );
  });
  /** The key of the view: when it changes, the view is created again. */
  readonly view = $derived(
    this.route?.isOnePerId === true ? `${this.route.pattern.source} ${this.parameters['id']}` : this.route,
  );
  /** The dialog that is open above the view. */
  readonly dialog = $derived(this.query.get('dialog') ?? undefined);
  /** The subject of that dialog, if the view does not determine it. */
  readonly subject = $derived(this.query.get('of') ?? undefined);

  private isLeaving = false;
  /** What is asked for while the browser goes back, which it does later than it is told. */
  private readonly steps: (() => void)[] = [];

  constructor() {
    scrollMemory.enter(entryNow().id);
    addEventListener('popstate', () => this.arrive());
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** Goes to another address of the page. With `replace`, changes the current history entry. */
  go(to: string, { replace = false }: Change = {}): void {
    this.inTurn(() => this.move(new URL(to, location.origin), { replace }));
  }

  /** Changes parts of the query; an empty text removes one. Continuous typing is a single step. */
  change(parts: QueryParts, { replace = false, typing = false }: Change = {}): void {
    const typed = typing ? Object.keys(parts).join() : undefined;
    this.inTurn(() => {
      const isTyped = typing && entryNow().typed === typed;
      this.move(this.with(parts), { replace: replace || isTyped, typed });
    });
  }

  openDialog(dialog: string, subject = ''): void {
    this.change({ dialog, of: subject });
  }

  closeDialog(): void {
    this.leaveTo(this.with({ dialog: '', of: '' }));
  }

  /** Leaves something that was opened above another address. Back does not lead to it again. */
  leave(to: string): void {
    this.leaveTo(new URL(to, location.origin));
  }

  /** Going back also ends what was opened before the browser did it: the step waits until the browser has arrived. */
  private inTurn(step: () => void): void {
    if (this.isLeaving) this.steps.push(step);
    else step();
  }

  private leaveTo(next: URL): void {
    const { from } = entryNow();
    if (this.isLeaving || isSame(next, this.url)) return;
    this.isLeaving = from !== undefined && isSame(next, new URL(from));
    if (this.isLeaving) history.back();
    else this.move(next, { replace: true });
  }

  private with(parts: QueryParts): URL {
    const next = new URL(this.url);
    for (const [name, text] of Object.entries(parts)) {
      if (text === '') next.searchParams.delete(name);
      else next.searchParams.set(name, text);
    }
    return next;
  }

  private move(
    next: URL,
    { replace, typed }: { readonly replace: boolean; readonly typed?: string | undefined },
  ) {
    if (next.href === this.url.href) return;
    if (accountIn(next.pathname) !== account) {
      if (replace) location.replace(atHost(next));
      else location.assign(atHost(next));
      return;
    }
    const { route, url } = this;
    if (replace) history.replaceState(history.state, '', atHost(next));
    else history.pushState({ id: newId(), from: url.href, typed } satisfies Entry, '', atHost(next));
    this.url = next;
    const isOther = this.route !== route;
    if (!replace) scrollMemory.begin(entryNow().id, { atTop: isOther });
    if (isOther) void tick().then(() => (focusView(), scrollTo(0, 0)));
  }

  /** After Back, Forward, or the end of something that was opened. */
  private arrive(): void {
    const { route } = this;
    this.isLeaving = false;
    scrollMemory.enter(entryNow().id);
    this.url = inPage(location.href);
    if (this.route !== route) void tick().then(focusView);
    for (const step of this.steps.splice(0)) this.inTurn(step);
  }

  private follow(event: MouseEvent): void {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin) return;
    const path = withoutSlash(pathIn(link.pathname));
    if (!routes.some(({ pattern }) => pattern.test(path))) return;
    event.preventDefault();
    this.go(inPage(link.href).href);
  }
}

/** `crypto.randomUUID` exists only on https pages. */
const newId = (): string => Math.random().toString(36).slice(2);

/** The current entry. An entry from outside gets an identifier. */
function entryNow(): Entry {
  const known = history.state as Entry | null;
  if (known?.id !== undefined) return known;
  const entry: Entry = { id: newId() };
  history.replaceState(entry, '');
  return entry;
}

/** Moves the focus, so that Tab and screen readers start at the new view. */
function focusView(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

export const router = new Router();
