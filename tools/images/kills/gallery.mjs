import { createHash } from 'node:crypto';
import { uploadForm } from '@cairn/harness';
import sharp from 'sharp';
import { differenceOf, pixelsOf } from '../pixels/difference.mjs';

const FORMATS = ['jpeg', 'png', 'webp', 'avif'];
/** An AVIF is encoded again, better, when there is time: its pixels may differ so much on average. */
const MOST_DIFFERENCE = 6;

/** Some pictures, and what is asked of them. */
export class Gallery {
  constructor(pictures) {
    this.pictures = pictures;
  }

  static async make() {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 };
    const kinds = [
      [1600, 1200, 'jpeg'],
      [900, 1200, 'png'],
      [1200, 800, 'webp'],
    ];
    return new Gallery(
      await Promise.all(
        kinds.map(async ([width, height, format]) =>
          sharp({ create: { width, height, channels: 3, background: '#000', noise } })
            .blur(2)
            .toFormat(format)
            .toBuffer(),
        ),
      ),
    );
  }

  async uploadedTo(server) {
    const urls = [];
    for (const bytes of this.pictures) {
      const answer = await server.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes }) });
      if (answer.status !== 201) throw new Error(`An upload was answered by ${answer.status}.`);
      urls.push((await answer.json()).url);
    }
    return new Images(urls);
  }
}

/** Pictures at the addresses of a server. */
export class Images {
  constructor(urls) {
    this.paths = urls.map((url) => new URL(url).pathname);
    this.origin = new URL(urls[0]).origin;
  }

  /** One that was not asked for before, if possible. */
  some(random) {
    const width = 20 + random(600);
    return {
      picture: random(this.paths.length),
      query: `w=${width}&format=${FORMATS[random(FORMATS.length)]}`,
    };
  }

  async get({ picture, query }, origin = this.origin) {
    const answer = await fetch(`${origin}${this.paths[picture]}?${query}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      hash: hashOf(bytes),
      bytes,
    };
  }
}

/** What is wrong with an answer, compared with that of a server that nobody disturbed. */
export async function faultOf(asked, answer, expected) {
  const right = await expected.get(asked);
  if (right.status !== 200)
    throw new Error(`The undisturbed server answered ${asked.query} with ${right.status}.`);
  if (answer.status !== 200) return `${asked.query}: ${answer.status} ${answer.bytes.subarray(0, 200)}`;
  if (answer.hash === right.hash) return undefined;
  if (asked.query.endsWith('format=avif') && (await isAlike(answer.bytes, right.bytes))) return undefined;
  return `${asked.query}: ${answer.bytes.length} bytes, not the ${right.bytes.length} of the image`;
}

async function isAlike(...both) {
  try {
    const [one, other] = await Promise.all(both.map(async (bytes) => await pixelsOf(bytes)));
    return one.width === other.width && differenceOf(one, other).mean <= MOST_DIFFERENCE;
  } catch {
    return false;
  }
}

function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
