/** The least that a workflow can be: one task, then it has ended. */
export async function trivial(): Promise<number> {
  return 1;
}
