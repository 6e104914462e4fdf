import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Longer than a logo takes on a busy machine, the start of the process included. */
const DRAWING_MS = 5_000;
/**
 * Memory that a drawing may take beside the program itself. A picture of as many points as are taken needs 70 MB; one in
 * a drawing would be decoded as a whole, 4 bytes a point.
 */
const MAX_DATA_BYTES = 160 * 1024 * 1024;
const MAX_HEAP_MIB = 64;
/** Part of every Linux distribution (util-linux); nothing else bounds what native decoders take. */
const PRLIMIT = '/usr/bin/prlimit';
/** More than the largest picture has without compression. */
const MAX_DRAWN_BYTES = 2 * 1024 * 1024;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Width and height stand at the beginning of its first chunk. Source: PNG (W3C, third edition), 11.2.1 */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

type MediaType = 'image/png' | 'image/svg+xml';

/** A logo redrawn. */
export interface DrawnLogo {
  png: Buffer;
  width: number;
  height: number;
}

function isOfType(bytes: Buffer, mediaType: MediaType): boolean {
  if (mediaType === 'image/png') return bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const text = bytes.toString('utf8');
  // Definitions of types and entities serve attacks alone.
  return /^\uFEFF?\s*<(?:\?xml|svg|!--)/.test(text) && !/<!(?:DOCTYPE|ENTITY)/i.test(text);
}

/** The compiled program: also for a process that runs from its sources. */
function programPath(): string {
  const beside = path.join(__dirname, 'draw-logo.js');
  return existsSync(beside) ? beside : path.join(__dirname, '..', 'dist', 'lib', 'draw-logo.js');
}

/**
 * The program and its arguments, with a bound on its memory where the machine has one. It makes no code while it runs:
 * V8 would reserve half a gigabyte for that, more than the bound.
 */
function boundedProgram(mediaType: MediaType): [string, string[]] {
  const program = ['--jitless', `--max-old-space-size=${MAX_HEAP_MIB}`, programPath(), mediaType];
  if (!existsSync(PRLIMIT)) return [process.execPath, program];
  return [PRLIMIT, [`--data=${MAX_DATA_BYTES}`, '--core=0', '--', process.execPath, ...program]];
}

/**
 * Draws a picture in a process of its own, with limits on time and memory; null if that fails. A drawing of some
 * kilobytes can keep its decoder busy for hours, which no library's time-out ends, and would hold threads of this
 * process that files, look-ups and passwords need. It can also ask for gigabytes.
 */
function drawInOwnProcess(bytes: Buffer, mediaType: MediaType): Promise<Buffer | null> {
  const options = {
    encoding: 'buffer',
    env: {},
    timeout: DRAWING_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_DRAWN_BYTES,
  } as const;
  return new Promise((resolve) => {
    const program = execFile(...boundedProgram(mediaType), options, (fault, png) => {
      resolve(fault === null ? png : null);
    });
    // One that has ended already reads no more, and says why by its end.
    program.stdin?.on('error', () => undefined).end(bytes);
  });
}

/**
 * Draws a picture again, on white: of the file that was sent nothing stays but what it shows, so no script, link,
 * metadata or trick of a decoder reaches a document. A process of its own does it, with no environment, in bounded memory
 * and for five seconds at most; nothing is fetched.
 * @returns null where the bytes are no such picture, or one too large or too slow to draw
 */
export async function drawLogo(bytes: Buffer, mediaType: MediaType): Promise<DrawnLogo | null> {
  if (!isOfType(bytes, mediaType)) return null;
  const png = await drawInOwnProcess(bytes, mediaType);
  if (png === null) return null;
  return { png, width: png.readUInt32BE(WIDTH_AT), height: png.readUInt32BE(HEIGHT_AT) };
}
