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

function latinFont(weight: 400 | 700, style: string): FontFile {
  const file = inPackage('@expo-google-fonts/noto-sans', `${weight}${style}/NotoSans_${weight}${style}.ttf`);
  return { family: 'Corridor Latin', weight, file, mediaType: 'font/ttf', range: null };
}

/** Whole files of an older release: its text layer is right. See fonts/README.md. */
function arabic(weight: 400 | 700, style: string): FontFile {
  const file = path.join(__dirname, 'fonts', `NotoNaskhArabic-${style}.ttf`);
  return { family: 'Corridor Arabic', weight, file, mediaType: 'font/ttf', range: null };
}

const SLICE = /src: url\(\.\/(files\/noto-sans-sc-\d+-\d+-normal\.woff2)\)[^;]*;\s*unicode-range: ([^;]+);/g;

/** The slices of the Chinese font; a browser decodes only those that a page needs. */
function chineseFonts(weight: 400 | 700): FontFile[] {
  const name = '@fontsource/noto-sans-sc';
  const css = readFileSync(inPackage(name, `${weight}.css`), 'utf8');
  return [...css.matchAll(SLICE)].flatMap(([, file, range]) =>
    file === undefined || range === undefined
      ? []
      : [{ family: 'Corridor CJK', weight, file: inPackage(name, file), mediaType: 'font/woff2' as const, range }],
  );
}

function symbolFont(): FontFile {
  const file = inPackage('@expo-google-fonts/noto-emoji', '400Regular/NotoEmoji_400Regular.ttf');
  return { family: 'Corridor Symbols', weight: 400, file, mediaType: 'font/ttf', range: null };
}

/** Groups of fonts that a page reads together. */
export const FONT_GROUPS = ['latin', 'arabic', 'others'] as const;

export type FontGroup = (typeof FONT_GROUPS)[number];

const FILES: Record<FontGroup, () => FontFile[]> = {
  latin: () => [latinFont(400, 'Regular'), latinFont(700, 'Bold')],
  arabic: () => [arabic(400, 'Regular'), arabic(700, 'Bold')],
  others: () => [...chineseFonts(400), ...chineseFonts(700), symbolFont()],
};

/** Every font that a document may use; none comes from the machine, so that bytes are the same everywhere. */
export function fontFiles(group: FontGroup): FontFile[] {
  return FILES[group]();
}

/** Characters that the Latin fonts certainly have; test/documents/fonts.deep.ts holds them to it. */
export const LATIN_TEXT =
  /[\u0000-\u024f\u0370-\u0373\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u20ac\u2122]/;
const BEYOND_LATIN = new RegExp(LATIN_TEXT.source.replace('[', '[^'), 'u');
const ARABIC = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefe]/;

/** The groups that a text needs: most documents need Latin alone, and reading all would cost a second. */
export function fontGroupsOf(text: string): FontGroup[] {
  const rest = text.replace(/[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefe]/g, '');
  return [
    'latin',
    ...(ARABIC.test(text) ? (['arabic'] as const) : []),
    ...(BEYOND_LATIN.test(rest) ? (['others'] as const) : []),
  ];
}

function fontFace({ family, weight, file, mediaType, range }: FontFile): string {
  const source = `url(data:${mediaType};base64,${readFileSync(file).toString('base64')})`;
  const limits = range === null ? '' : `;unicode-range:${range}`;
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${source}${limits}}`;
}

/**
 * @returns CSS that carries the fonts of a group: 2 MB of Latin, 0.5 MB of Arabic, 9 MB of others; not kept here, as a page of
 * the browser keeps them for some 25 documents
 */
export function fontCss(group: FontGroup): string {
  return fontFiles(group).map(fontFace).join('\n');
}
