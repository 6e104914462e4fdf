import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const MS_PER_TICK = 10;
/** Positions behind the name in /proc/<pid>/stat, see proc(5). */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

interface ProcessTimes {
  pid: number;
  parent: number;
  cpuMs: number;
}

function timesOf(pid: number): ProcessTimes[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = TIMES.reduce((sum, position) => sum + Number(fields[position] ?? 0), 0);
    return [{ pid, parent: Number(fields[PARENT]), cpuMs: ticks * MS_PER_TICK }];
  } catch {
    // It has ended since the folder was read: its time is its parent's now.
    return [];
  }
}

/** @returns milliseconds of CPU that a process and its descendants, dead ones included, have used; NaN without /proc */
export function cpuMsOf(pid: number): number {
  let all: ProcessTimes[];
  try {
    all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => timesOf(Number(name)));
  } catch {
    return NaN;
  }
  const family = new Set([pid]);
  // A child may be listed before its parent: look again until nobody joins.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return all.filter((each) => family.has(each.pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
