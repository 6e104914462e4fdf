/**
 * Loaded before everything else in one API process: its clock is wrong by CHAOS_CLOCK_SHIFT_MS, as on a machine whose
 * time is not kept. Timers are not touched: they run on another clock.
 */
const shiftMs = Number(process.env['CHAOS_CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;
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

export {};
