/** Ends something; called again, it waits for the same end. */
export type Close = () => Promise<void>;

/** What a test file has open. */
export class Closing {
  private readonly open = new Set<Close>();
  private isOver = false;

  /**
   * Keeps how something that has just been opened is ended, so that it is, also where the rest of a set-up fails.
   * @returns ends it before the others
   * @throws Error when the file is over: a set-up that took too long opens nothing more. What it opened is closed.
   */
  add(end: () => unknown): Close {
    let ending: Promise<void> | null = null;
    const close = (): Promise<void> => {
      this.open.delete(close);
      ending ??= Promise.resolve(end()).then(() => undefined);
      return ending;
    };
    if (this.isOver) {
      void close();
      throw new Error('the tests of this file are over');
    }
    this.open.add(close);
    return close;
  }

  /**
   * Ends what is still open, the last opened first, whatever fails on the way.
   * @throws the failure, or an AggregateError of several
   */
  async all(): Promise<void> {
    this.isOver = true;
    const failures: unknown[] = [];
    for (const close of [...this.open].reverse()) {
      try {
        await close();
      } catch (fault) {
        failures.push(fault);
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, 'several things could not be closed');
    if (failures.length > 0) throw failures[0];
  }
}

/** Of this test file; `close-after-file.ts` ends it. */
export const closing = new Closing();

/** Has something ended after the tests of this file. @see Closing.add */
export function closeAtEnd(end: () => unknown): Close {
  return closing.add(end);
}
