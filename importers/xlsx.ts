import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Unzip, UnzipInflate } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ImportRefused } from '../domain/imports/drafts';
import type { ImportFile } from './importer';

/** No sheet of a schedule is larger; what unpacks to more is no schedule. */
const MAX_PART_BYTES = 1024 * 1024 * 1024;
const STRINGS = 'xl/sharedStrings.xml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** The archive's table of contents stands at its end, before a comment of at most 64 KiB. */
const CONTENTS = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const TAIL_BYTES = 64 * 1024 + 22;

/** @throws ImportRefused for a file without a table of contents at its end, because it was cut off */
async function requireWhole(file: ImportFile): Promise<void> {
  const handle = await open(file.path, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
    if (buffer.subarray(0, bytesRead).includes(CONTENTS)) return;
  } finally {
    await handle.close();
  }
  throw new ImportRefused(`${file.name} is no whole XLSX file: it has no table of contents at its end.`);
}

/**
 * Streams one part of the archive into a parser.
 * @returns whether the archive has it
 */
async function readPart(file: ImportFile, part: string, parser: SaxesParser): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [found, whole, bytes] = [false, false, 0];
  const unzip = new Unzip((entry) => {
    if (entry.name !== part) return;
    found = true;
    entry.ondata = (fault, chunk, final) => {
      if (fault !== null) throw fault;
      bytes += chunk.length;
      if (bytes > MAX_PART_BYTES)
        throw new ImportRefused(`${file.name}: ${part} is larger than ${MAX_PART_BYTES} bytes.`);
      parser.write(decoder.decode(chunk, { stream: !final }));
      if (final) whole = true;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of createReadStream(file.path)) unzip.push(chunk as Buffer);
    unzip.push(new Uint8Array(0), true);
    if (found && whole) parser.close();
  } catch (fault) {
    if (fault instanceof ImportRefused) throw fault;
    const reason = String((fault as { message?: unknown }).message);
    throw new ImportRefused(`${file.name} is no whole XLSX file: ${part}: ${reason}.`);
  }
  if (found && !whole) throw new ImportRefused(`${file.name} ends in the middle of ${part}.`);
  return found;
}

async function readSharedStrings(file: ImportFile): Promise<string[]> {
  const strings: string[] = [];
  const parser = new SaxesParser();
  let isText = false;
  parser.on('opentag', ({ name }) => {
    if (name === 'si') strings.push('');
    // A reading aid (rPh) has a text of its own, which is none of the cell.
    isText = name === 't' || (isText && name !== 'rPh');
  });
  parser.on('text', (text) => {
    if (isText) strings[strings.length - 1] += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 't') isText = false;
  });
  await readPart(file, STRINGS, parser);
  return strings;
}

/** `AB12` is of column 27, from 0. */
function columnOf(reference: string, fallback: number): number {
  const letters = /^[A-Z]{1,3}(?=\d+$)/.exec(reference)?.[0];
  if (letters === undefined) return fallback;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * Reads the first sheet of a workbook row by row.
 * @param onRow gets the number of the row, from 1, and its cells as text; numbers and dates are as stored
 * @throws ImportRefused for a file that is no workbook, or was cut off
 */
export async function readSheet(file: ImportFile, onRow: (row: number, cells: string[]) => void): Promise<void> {
  await requireWhole(file);
  const strings = await readSharedStrings(file);
  const parser = new SaxesParser();
  let cells: string[] = [];
  let [row, column, type, text, isValue] = [0, -1, '', '', false];
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (name === 'row') {
      cells = [];
      column = -1;
      row = Number(attributes['r'] ?? row + 1);
    } else if (name === 'c') {
      column = columnOf(attributes['r'] ?? '', column + 1);
      [type, text] = [attributes['t'] ?? 'n', ''];
    } else if (name === 'v' || name === 't') isValue = true;
  });
  parser.on('text', (value) => {
    if (isValue) text += value;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'c') cells[column] = (type === 's' ? (strings[Number(text)] ?? '') : text).trim();
    else if (name === 'row')
      onRow(
        row,
        Array.from(cells, (cell) => cell ?? ''),
      );
  });
  if (!(await readPart(file, SHEET, parser))) throw new ImportRefused(`${file.name} is no XLSX file with a sheet.`);
}
