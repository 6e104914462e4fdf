import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';

/** Pixels of the largest logo at 400 dots an inch on 60 by 16 millimetres of paper. */
const MAX_WIDTH = 945;
const MAX_HEIGHT = 252;
/** Most pixels of a picture as it is sent: more is a bomb. */
const MAX_PIXELS = 4_096 * 4_096;
/** Of all pictures inside a drawing together: the drawing's library decodes each as a whole. */
const MAX_EMBEDDED_PIXELS = 4_000_000;
/** Dots an inch at which a drawing without a density is read. */
const BASE_DENSITY = 72;
const MAX_DENSITY = 2_400;

/** Makes the kernel kill this process before the one that serves requests if memory is short. */
function preferToBeKilled(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux, or not allowed: the bound of lib/logo.ts is there all the same.
  }
}

/**
 * The contents of `data:` addresses in the attributes of a drawing.
 * @throws Error for text that is not XML
 */
function readEmbedded(drawing: string): Buffer[] {
  const embedded: Buffer[] = [];
  const parser = new SaxesParser();
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.on('attribute', ({ value }) => {
    for (const [, kind = '', content = ''] of value.matchAll(/data:([^,]*),([^)'"]*)/gi)) {
      const isBase64 = /;\s*base64\s*$/i.test(kind);
      embedded.push(isBase64 ? Buffer.from(content, 'base64') : Buffer.from(decodeURIComponent(content), 'latin1'));
    }
  });
  parser.write(drawing).close();
  return embedded;
}

/** @throws Error for a drawing within a drawing, for a content that is no picture, and for too many pixels */
async function checkEmbedded(bytes: Buffer): Promise<void> {
  let pixels = 0;
  for (const picture of readEmbedded(bytes.toString('utf8'))) {
    const { format, width, height } = await sharp(picture, { limitInputPixels: false }).metadata();
    pixels += width * height;
    if (format === 'svg' || pixels > MAX_EMBEDDED_PIXELS) throw new Error('what is embedded is no picture of a logo');
  }
}

/**
 * The program that lib/logo.ts runs: draws the picture from its standard input on white, and writes it as PNG. It
 * exits with 1 for no such picture, or one too large.
 */
async function drawFromInput(mediaType: string | undefined): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  preferToBeKilled();
  sharp.concurrency(1);
  sharp.cache(false);
  const bytes = await buffer(process.stdin);
  const isDrawing = mediaType === 'image/svg+xml';
  if (isDrawing) await checkEmbedded(bytes);
  const limits = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, limits).metadata();
  const scale = Math.min(MAX_WIDTH / width, MAX_HEIGHT / height);
  const density = Math.min(MAX_DENSITY, Math.max(1, Math.round(BASE_DENSITY * scale)));
  const options = isDrawing ? { ...limits, density } : limits;
  const png = await sharp(bytes, options)
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();
  process.stdout.write(png);
}

drawFromInput(process.argv[2]).catch(() => {
  // Whatever it is, it is no picture that can be printed.
  process.exitCode = 1;
});
