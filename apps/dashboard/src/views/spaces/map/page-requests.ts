import { addProtocol, type RequestTransformFunction } from 'maplibre-gl';

/** The page itself loads what has an address that begins so. */
const BY_PAGE = 'by-page://';

addProtocol('by-page', async ({ url, type, headers }, { signal }) => {
  const response = await fetch(url.slice(BY_PAGE.length), {
    signal,
    ...(headers !== undefined && { headers: new Headers(headers as Record<string, string>) }),
  });
  // As a tile that is missing, which is no fault.
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { status: response.status });
  const data = type === 'json' ? ((await response.json()) as object) : await response.arrayBuffer();
  return {
    data,
    cacheControl: response.headers.get('Cache-Control'),
    expires: response.headers.get('Expires'),
  };
});

/**
 * Lets the page load what is of other servers. Workers have the content security policy of their own file, which browsers
 * keep for a year: it names no servers, that of the page does.
 */
export const byPage: RequestTransformFunction = (url) => ({
  url: /^https?:/.test(url) && new URL(url).origin !== location.origin ? BY_PAGE + url : url,
});
