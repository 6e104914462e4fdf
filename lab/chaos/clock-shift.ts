import { readFileSync } from 'node:fs';

/**
 * Loaded before everything else in a process of the service: its clock is wrong by what stands in the file
 * CHAOS_CLOCK_FILE, in milliseconds, as on a machine whose time is not kept. Timers are not touched: they run on another
 * clock.
 */
const file = process.env['CHAOS_CLOCK_FILE'];
/** A step of the clock happens within this after the file was written. */
const READ_EVERY_MS = 100;
const RealDate = Date;

let shiftMs = readShift();
setInterval(() => {
  shiftMs = readShift();
}, READ_EVERY_MS).unref();

function readShift(): number {
  return file === undefined ? 0 : Number(readFileSync(file, 'utf8'));
}

const shiftedNow = (): number => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct(target, values: unknown[], newTarget) {
    const given = values.length === 0 ? [shiftedNow()] : values;
    const made: unknown = Reflect.construct(target, given, newTarget);
    if (made instanceof RealDate) return made;
    throw new TypeError('a date could not be made');
  },
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name): unknown => (name === 'now' ? shiftedNow : Reflect.get(target, name)),
});
