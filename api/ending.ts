/** What an API process does after SIGTERM. Source: docs/OPERATIONS.md, "Restarts" */
export class Ending {
  private isTold = false;
  private readonly releases = new Set<() => Promise<unknown>>();

  /** Whether the process has been told to end: streams end by themselves then, and balancers are to send nothing more. */
  get hasBegun(): boolean {
    return this.isTold;
  }

  begin(): void {
    this.isTold = true;
  }

  /**
   * Does work that holds something which others wait for.
   * @param release gives it back if the process ends before the work does; safe beside the work
   * @returns what the work does
   */
  async holding<Result>(release: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    this.releases.add(release);
    try {
      return await work();
    } finally {
      this.releases.delete(release);
    }
  }

  /** Gives back what is still held. */
  async releaseAll(): Promise<void> {
    await Promise.all([...this.releases].map((release) => release()));
  }
}
