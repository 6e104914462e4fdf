/** So many at a time under each name; whoever finds no place waits in line until one is given back. */
export class Places {
  private readonly taken = new Map<string, number>();
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(private readonly limit: number) {}

  /** @returns a function that gives the place back */
  async enter(name: string): Promise<() => void> {
    const taken = this.taken.get(name) ?? 0;
    if (taken < this.limit) this.taken.set(name, taken + 1);
    else await this.waitInLine(name);
    return () => this.leave(name);
  }

  private waitInLine(name: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.lines.get(name);
      if (line === undefined) this.lines.set(name, [resolve]);
      else line.push(resolve);
    });
  }

  /** The place goes to the first in line, else it is free. */
  private leave(name: string): void {
    const line = this.lines.get(name);
    const next = line?.shift();
    if (line?.length === 0) this.lines.delete(name);
    if (next !== undefined) {
      next();
      return;
    }
    const left = (this.taken.get(name) ?? 1) - 1;
    if (left === 0) this.taken.delete(name);
    else this.taken.set(name, left);
  }
}
