/** Does something now and then while a process runs; it keeps no process alive. @returns a function that ends it */
export function every(periodMs: number, work: () => Promise<unknown>, onFault: (fault: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(onFault), periodMs);
  timer.unref();
  return () => clearInterval(timer);
}
