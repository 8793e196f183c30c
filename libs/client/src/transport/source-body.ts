import { counted, type HeldSource, type SendProgress, streamOf } from './source.js';
import type { Call } from './transport.js';
import { hasXhr } from './xhr.js';

/** The body of a call that sends a source as it is, and reports how much of it was sent. */
export function sourceBody(
  source: HeldSource,
  onSent: ((progress: SendProgress) => void) | undefined,
): Required<Pick<Call, 'body' | 'onSent'>> {
  let { sizeInBytes: totalInBytes } = source;
  return {
    body: async (deadline) => {
      if (!hasXhr())
        return streamOf(counted(await source.open(deadline), { totalInBytes, onSent, deadline }));
      const file = await source.blob(deadline);
      totalInBytes = file.size;
      return file;
    },
    onSent: (sentInBytes) => onSent?.({ sentInBytes, totalInBytes }),
  };
}
