/** @returns a function that loads with its first call, and again after a failure */
export function onDemand<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return () =>
    (loading ??= load().catch((fault: unknown) => {
      loading = null;
      throw fault;
    }));
}
