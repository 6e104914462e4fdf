/** Stops what global-setup started, the last first. */
export default async function globalTeardown(): Promise<void> {
  const stops: unknown = Reflect.get(globalThis, '__corridorStops');
  if (!Array.isArray(stops)) return;
  for (const stop of stops.reverse()) await (stop as () => Promise<void>)();
}
