const RELOADED = 'cairn-reloaded';
const PAUSE_MS = 60_000;

/**
 * Loads the page again, unless it was just loaded again and the server was there all the time: a part that is missing
 * there would do that forever. Returns whether it does.
 */
export function reloadOnce({ wasAway }: { readonly wasAway: boolean }): boolean {
  const since = Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (!wasAway && since < PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}
