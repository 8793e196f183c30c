import { tick } from 'svelte';
import { routes, type Route } from './routes.ts';

/** Where people begin. */
export const HOME = '/images';

/** Where the page is: the address of the browser, and the view for it. */
class Router {
  url = $state.raw(new URL(location.href));

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

  constructor() {
    addEventListener('popstate', () => (this.url = new URL(location.href)));
    document.addEventListener('click', (event) => this.follow(event));
  }

  /** Goes to another address of the page, or with `replace` changes the present one. */
  go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
    const next = new URL(to, location.origin);
    if (next.href === this.url.href) return;
    const { route } = this;
    history[replace ? 'replaceState' : 'pushState'](null, '', next);
    this.url = next;
    if (this.route !== route) void tick().then(() => focusView());
  }

  /** Changes parts of the query; an empty text removes one. */
  change(parts: Readonly<Record<string, string>>): void {
    const next = new URL(this.url);
    for (const [name, text] of Object.entries(parts)) {
      if (text === '') next.searchParams.delete(name);
      else next.searchParams.set(name, text);
    }
    this.go(next.pathname + next.search, { replace: true });
  }

  private follow(event: MouseEvent): void {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.target !== '' || link.origin !== location.origin) return;
    const path = withoutSlash(link.pathname);
    if (!routes.some(({ pattern }) => pattern.test(path))) return;
    event.preventDefault();
    this.go(link.href);
  }
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** So that the next press of Tab, and what a screen reader says, begin at the new view. */
function focusView(): void {
  const start = document.querySelector<HTMLElement>('main');
  start?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

export const router = new Router();
