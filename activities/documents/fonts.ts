import { readFileSync } from 'node:fs';
import path from 'node:path';

interface FontFile {
  family: string;
  weight: 400 | 700;
  file: string;
  mediaType: 'font/ttf' | 'font/woff2';
  /** CSS unicode-range of a slice; null for a whole font. */
  range: string | null;
}

const inPackage = (name: string, file: string) =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

function latin(weight: 400 | 700, style: string): FontFile {
  const file = inPackage('@expo-google-fonts/noto-sans', `${weight}${style}/NotoSans_${weight}${style}.ttf`);
  return { family: 'Corridor Latin', weight, file, mediaType: 'font/ttf', range: null };
}

/** Whole files of an older release: its text layer is right. See fonts/README.md. */
function arabic(weight: 400 | 700, style: string): FontFile {
  const file = path.join(__dirname, 'fonts', `NotoNaskhArabic-${style}.ttf`);
  return { family: 'Corridor Arabic', weight, file, mediaType: 'font/ttf', range: null };
}

const SLICE = /src: url\(\.\/(files\/noto-sans-sc-\d+-\d+-normal\.woff2)\)[^;]*;\s*unicode-range: ([^;]+);/g;

/** Chinese comes in a hundred slices, of which the browser decodes only those that a page needs. */
function chinese(weight: 400 | 700): FontFile[] {
  const name = '@fontsource/noto-sans-sc';
  const css = readFileSync(inPackage(name, `${weight}.css`), 'utf8');
  return [...css.matchAll(SLICE)].flatMap(([, file, range]) =>
    file === undefined || range === undefined
      ? []
      : [{ family: 'Corridor CJK', weight, file: inPackage(name, file), mediaType: 'font/woff2' as const, range }],
  );
}

function symbols(): FontFile {
  const file = inPackage('@expo-google-fonts/noto-emoji', '400Regular/NotoEmoji_400Regular.ttf');
  return { family: 'Corridor Symbols', weight: 400, file, mediaType: 'font/ttf', range: null };
}

/** Every font that a document may use; none comes from the machine, so that bytes are the same everywhere. */
export function fontFiles(): FontFile[] {
  return [
    latin(400, 'Regular'),
    latin(700, 'Bold'),
    arabic(400, 'Regular'),
    arabic(700, 'Bold'),
    ...chinese(400),
    ...chinese(700),
    symbols(),
  ];
}

function fontFace({ family, weight, file, mediaType, range }: FontFile): string {
  const source = `url(data:${mediaType};base64,${readFileSync(file).toString('base64')})`;
  const limits = range === null ? '' : `;unicode-range:${range}`;
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${source}${limits}}`;
}

/** @returns CSS that carries all fonts, about 10 MB; each page of the browser reads it once */
export function fontCss(): string {
  return fontFiles().map(fontFace).join('\n');
}
