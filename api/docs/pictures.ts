import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from 'koa';
import { escapeMarkup } from '../../domain/xml';
import { GUIDE_NAMES, readGuide } from './guides';

/** Pictures of the console, beside the compiled program as beside the sources. */
const FOLDER = path.join(__dirname, '..', '..', 'docs', 'images');
/** What a guide writes in its Markdown, so that the picture also shows where its file is read: `../images/<name>.png`. */
const REFERENCE = /^\.\.\/images\/([a-z-]+)\.png$/;
const NAMED = /!\[[^\]]*\]\(([^)]+)\)/g;
/** Where a PNG has its width and height. Source: PNG (ISO/IEC 15948), 11.2.2 IHDR */
const SIZE_AT = 16;

/** A picture with the hash of its content in its address: it may be kept for ever. */
interface Picture {
  address: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** Reads a picture with its size; its address has a hash of its content. Null where there is none. */
function readPicture(name: string): Picture | null {
  const file = path.join(FOLDER, `${name}.png`);
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return {
    address: `/docs/images/${name}-${hash}.png`,
    bytes,
    width: bytes.readUInt32BE(SIZE_AT),
    height: bytes.readUInt32BE(SIZE_AT + 4),
  };
}

const read = new Map<string, Picture | null>();

function pictureOf(name: string): Picture | null {
  const found = read.get(name) ?? readPicture(name);
  read.set(name, found);
  return found;
}

/** The same page as a phone shows it at night. */
const phoneName = (name: string): string => `${name}-phone-dark`;

/** @returns the names of all pictures that guides name, and of those in their place on a phone */
function namesOfGuides(): string[] {
  const references = GUIDE_NAMES.flatMap((guide) =>
    [...readGuide(guide).matchAll(NAMED)].map(([, reference]) => reference),
  );
  const names = references.flatMap((reference) => REFERENCE.exec(reference ?? '')?.[1] ?? []);
  return names.flatMap((name) => [name, phoneName(name)]);
}

let served: ReadonlyMap<string, Picture> | null = null;

/** The pictures that guides name, by their addresses; other files of the folder are not served. */
function servedPictures(): ReadonlyMap<string, Picture> {
  const pictures = served === null ? namesOfGuides().flatMap((name) => pictureOf(name) ?? []) : [];
  served ??= new Map(pictures.map((picture) => [picture.address, picture]));
  return served;
}

/**
 * Answers with the picture at this address.
 * @returns whether there is one
 */
export function showPicture(context: Context): boolean {
  const found = servedPictures().get(context.path);
  if (found === undefined) return false;
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.type = 'image/png';
  context.body = found.bytes;
  return true;
}

/**
 * HTML of a picture: a wide one, and a narrow dark one for phones at night. It is loaded when a reader comes near, and
 * its place is reserved before.
 * @param reference as the guide names it
 * @returns the text alone where there is no such picture
 */
export function pictureHtml(reference: string, text: string): string {
  const name = REFERENCE.exec(reference)?.[1] ?? '';
  const picture = pictureOf(name);
  if (picture === null) return escapeMarkup(text);
  const phone = pictureOf(phoneName(name));
  const sizeOf = ({ width, height }: Picture): string => `width="${width}" height="${height}"`;
  const narrow = 'media="(max-width: 40rem) and (prefers-color-scheme: dark)"';
  const source = phone === null ? '' : `<source ${narrow} srcset="${phone.address}" ${sizeOf(phone)}>`;
  const image = `<img src="${picture.address}" ${sizeOf(picture)} alt="${escapeMarkup(text)}" loading="lazy">`;
  return `<picture>${source}${image}</picture>`;
}
