import type { FieldFault } from '../../errors';

/** A row of a file: the body of a creation as far as the file gives one. */
export interface FileRow {
  /** Line at which it ends in a CSV file, and begins in an XML file. */
  line: number;
  item: unknown;
  /** What the file has and a creation cannot carry. */
  faults: FieldFault[];
}

/** What of a file is not read; it grows while the rows are read. */
export class IgnoredParts {
  private static readonly MAX = 50;
  private readonly names = new Set<string>();

  add(name: string): void {
    if (this.names.size < IgnoredParts.MAX) this.names.add(name);
  }

  list(): string[] {
    return [...this.names];
  }
}
