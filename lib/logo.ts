import sharp from 'sharp';

/** Pixels of the largest logo at 400 dots an inch on 60 by 16 millimetres of paper. */
const MAX_WIDTH = 945;
const MAX_HEIGHT = 252;
/** Most pixels of a picture as it is sent: more is a bomb. */
const MAX_PIXELS = 4_096 * 4_096;
const DRAWING_SECONDS = 3;
/** Dots an inch at which a drawing without a density is read. */
const BASE_DENSITY = 72;
const MAX_DENSITY = 2_400;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A logo drawn anew. */
export interface DrawnLogo {
  png: Buffer;
  width: number;
  height: number;
}

function isOfType(bytes: Buffer, mediaType: 'image/png' | 'image/svg+xml'): boolean {
  if (mediaType === 'image/png') return bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const text = bytes.toString('utf8');
  // Definitions of types and entities serve attacks alone.
  return /^\uFEFF?\s*<(?:\?xml|svg|!--)/.test(text) && !/<!(?:DOCTYPE|ENTITY)/i.test(text);
}

/**
 * Draws a picture anew, on white: of the file that was sent nothing stays but what it shows, so no script, link,
 * metadata or trick of a decoder reaches a document. Nothing is fetched.
 * @returns null where the bytes are no such picture, or one too large or too slow to draw
 */
export async function drawLogo(bytes: Buffer, mediaType: 'image/png' | 'image/svg+xml'): Promise<DrawnLogo | null> {
  if (!isOfType(bytes, mediaType)) return null;
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  try {
    const { width, height } = await sharp(bytes, limits).metadata();
    const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
    const density = Math.min(MAX_DENSITY, Math.max(1, Math.round(BASE_DENSITY * scale)));
    const options = mediaType === 'image/svg+xml' ? { ...limits, density } : limits;
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: DRAWING_SECONDS })
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch {
    // Whatever it is, it is no picture that can be printed.
    return null;
  }
}
