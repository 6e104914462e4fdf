/**
 * Compares the first page of PDFs, or another, with pictures that somebody has looked at. Apart from the tests, since the
 * libraries are modules of another kind. Arguments: a JSON list of {pdf, page, golden, made}; `made` is written with the
 * picture as it is now. Prints a JSON list of the share of pixels that differ, null where there is no golden picture.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** Dots an inch; a PDF counts 72. */
const DOTS_PER_INCH = 150;
/** Enough greys for letters, few enough that a picture is small. */
const GREYS = 16;
/** Distance of colours that smoothing of edges may cause. */
const THRESHOLD = 0.25;

const library = await PDFiumLibrary.init();

async function picture(pdf, page) {
  const document = await library.loadDocument(readFileSync(pdf));
  try {
    const render = ({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .flatten({ background: '#fff' })
        .greyscale()
        .png({ palette: true, colours: GREYS, compressionLevel: 9, effort: 7 })
        .toBuffer();
    return (await document.getPage(page - 1).render({ scale: DOTS_PER_INCH / 72, render })).data;
  } finally {
    document.destroy();
  }
}

async function pixels(png) {
  const { data, info } = await sharp(png)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function differing(made, golden) {
  const [one, other] = [await pixels(made), await pixels(golden)];
  if (one.width !== other.width || one.height !== other.height) return 1;
  const count = pixelmatch(one.data, other.data, undefined, one.width, one.height, { threshold: THRESHOLD });
  return count / (one.width * one.height);
}

const shares = [];
for (const { pdf, page, golden, made } of JSON.parse(process.argv[2])) {
  const now = await picture(pdf, page);
  writeFileSync(made, now);
  shares.push(existsSync(golden) ? await differing(now, golden) : null);
}
library.destroy();
process.stdout.write(JSON.stringify(shares));
