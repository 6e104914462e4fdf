import type { FieldFault } from '../../errors';

/** A row of a file: the body of a creation as far as the file gives one. */
export interface FileRow {
  /** Line at which it ends in a CSV file, and begins in an XML file. */
  line: number;
  item: unknown;
  /** What the file has and a creation cannot carry. */
  faults: FieldFault[];
}

/** What is known of a file beside its rows: complete once they are read. */
export class FileSummary {
  private static readonly MAX = 50;
  private readonly names = new Set<string>();
  private readonly assumedNames = new Set<string>();
  /** Initiating party and id of a message of a bank, which name it for ever; null for any other file. */
  message: readonly [party: string, id: string] | null = null;

  add(name: string): void {
    if (this.names.size < FileSummary.MAX) this.names.add(name);
  }

  /** Notes a member that the file does not have and that is assumed. */
  assume(name: string): void {
    if (this.assumedNames.size < FileSummary.MAX) this.assumedNames.add(name);
  }

  assumed(): string[] {
    return [...this.assumedNames];
  }

  list(): string[] {
    return [...this.names];
  }
}
