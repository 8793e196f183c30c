import type { LinkRecord } from '@cairn/api-schema';
import { client } from '../../api/client.ts';

/** Opens the page of a link as its receivers see it, in another tab. The visit is not counted. */
export async function viewAsReceiver({ id }: LinkRecord): Promise<void> {
  // Browsers open tabs only during a click, so it is opened before the answer arrives.
  const tab = window.open('about:blank', '_blank');
  try {
    const { url } = await client.call('POST /api/links/{id}/preview', { params: { id } });
    if (tab === null) location.assign(url);
    else {
      tab.opener = null;
      tab.location.replace(url);
    }
  } catch (error) {
    tab?.close();
    throw error;
  }
}
