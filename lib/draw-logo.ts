import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** Pixels of the largest logo at 400 dots an inch on 60 by 16 millimetres of paper. */
const MAX_WIDTH = 945;
const MAX_HEIGHT = 252;
/** Most pixels of a picture as it is sent: more is a bomb. */
const MAX_PIXELS = 4_096 * 4_096;
/** Dots an inch at which a drawing without a density is read. */
const BASE_DENSITY = 72;
const MAX_DENSITY = 2_400;

/**
 * A program of its own, which lib/logo.ts runs: draws the picture that it reads from its input anew, on white, and
 * writes it as PNG. It ends with 1 for what is no such picture, or one too large.
 */
async function draw(mediaType: string | undefined): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  sharp.concurrency(1);
  const bytes = await buffer(process.stdin);
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, limits).metadata();
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
  const density = Math.min(MAX_DENSITY, Math.max(1, Math.round(BASE_DENSITY * scale)));
  const options = mediaType === 'image/svg+xml' ? { ...limits, density } : limits;
  const png = await sharp(bytes, options)
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
}

draw(process.argv[2]).catch(() => {
  // Whatever it is, it is no picture that can be printed.
  process.exitCode = 1;
});
