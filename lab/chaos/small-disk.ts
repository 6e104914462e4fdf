import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CHUNK = Buffer.alloc(1024 * 1024, 'x');
/** Whoever runs Postgres must get to its data. */
const OPEN_TO_ALL = 0o755;

/** A file system of its own, in memory, which can be filled to its last byte. */
export class SmallDisk {
  readonly folder: string;
  private readonly ballast: string;

  /** @throws Error when this user may not mount */
  constructor(mebibytes: number) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'corridor-disk-'));
    this.ballast = path.join(this.folder, 'ballast');
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'corridor-chaos', this.folder]);
    chmodSync(this.folder, OPEN_TO_ALL);
  }

  /** Leaves no byte to anybody else. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (;;) writeSync(file, CHUNK);
    } catch (fault) {
      if (!(fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')) throw fault;
    } finally {
      closeSync(file);
    }
  }

  /** Gives the room back. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', [this.folder]);
    rmdirSync(this.folder);
  }
}
