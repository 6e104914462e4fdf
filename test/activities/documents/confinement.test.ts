import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { launchBrowser, type RunningBrowser } from '../../../activities/documents/browser';
import { commandAs, confinements, sandboxPolicy } from '../../../activities/documents/confinement';
import { eventually } from '../../support/builders';
import { closeAtEnd } from '../../support/closing';

describe('the ways to run a browser', () => {
  it('begin with the sandbox, for root as a user of its own', () => {
    const [first] = confinements('preferred', true);
    expect(first?.sandbox).toBe(true);
    expect(first?.account?.uid).toBeGreaterThan(0);
    // Whoever has an entry may have files or processes, such as a database that runs as `nobody`.
    const users = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
    const [owner = 'corridor-browser'] = users.find(([, , uid]) => Number(uid) === first?.account?.uid) ?? [];
    expect(owner).toBe('corridor-browser');
    expect(confinements('preferred', false)[0]).toEqual({ sandbox: true, account: null });
  });

  it('are none without the sandbox where it is required', () => {
    for (const isRoot of [true, false]) {
      const ways = confinements('required', isRoot);
      expect(ways.length).toBeGreaterThan(0);
      expect(ways.every(({ sandbox }) => sandbox)).toBe(true);
    }
  });

  it('end with none at all where the sandbox is preferred, and nowhere else give up one of the two', () => {
    const last = { sandbox: false, account: null };
    expect(confinements('preferred', false)).toEqual([{ sandbox: true, account: null }, last]);
    const [first, second, ...others] = confinements('preferred', true);
    expect([first?.sandbox, second?.sandbox, others]).toEqual([true, false, [last]]);
    expect(second?.account).toEqual(first?.account);
  });

  it('keep a user of its own also without the sandbox', () => {
    expect(confinements('off', true)[0]?.account?.uid).toBeGreaterThan(0);
    expect(confinements('off', true).some(({ sandbox }) => sandbox)).toBe(false);
  });

  it('are chosen by a setting', () => {
    expect(sandboxPolicy(undefined)).toBe('preferred');
    expect(sandboxPolicy('required')).toBe('required');
    expect(() => sandboxPolicy('yes')).toThrow('CHROMIUM_SANDBOX must be required, preferred or off');
  });
});

describe('a running browser', () => {
  let running: RunningBrowser;
  beforeAll(async () => {
    running = await launchBrowser();
    closeAtEnd(() => running.kill());
    await (await running.browser.newPage()).setContent('<p>text</p>');
  });

  function statusOf(pid: number): string {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8');
    } catch {
      return '';
    }
  }

  /** Status of the browser and of what it started. */
  function family(): string[] {
    const all = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    const parents = new Map(all.map((pid) => [pid, Number(/^PPid:\t(\d+)$/m.exec(statusOf(pid))?.[1] ?? 0)]));
    const belongs = (pid: number): boolean => pid === running.pid || (pid > 1 && belongs(parents.get(pid) ?? 0));
    return all.filter(belongs).map(statusOf);
  }

  it('has the best that this machine allows: filtered system calls, where it says that it is in its sandbox', () => {
    const isFiltered = family().some((status) => /^Seccomp:\t2$/m.test(status));
    expect(isFiltered).toBe(running.confinement.sandbox);
  });

  it('belongs, started by root, to a user who cannot read our variables', async () => {
    const { account } = running.confinement;
    expect(account === null).toBe(process.getuid?.() !== 0);
    const uids = new Set(family().map((status) => /^Uid:\t(\d+)/m.exec(status)?.[1]));
    expect(uids).toEqual(new Set([String(account?.uid ?? process.getuid?.())]));
    if (account === null) return;
    const [program, args] = commandAs(account, '/bin/cat', [`/proc/${process.pid}/environ`]);
    await expect(promisify(execFile)(program, args)).rejects.toThrow('Permission denied');
  });

  it('leaves no process behind when it is killed', async () => {
    const pids = family().map((status) => Number(/^Pid:\t(\d+)$/m.exec(status)?.[1]));
    expect(pids.length).toBeGreaterThan(1);
    await running.kill();
    const runs = (pid: number): boolean => /^State:\t[^Z]/m.test(statusOf(pid));
    await eventually(
      () => Promise.resolve(pids.filter(runs)),
      (left) => left.length === 0,
      'the end of the browser and of what it started',
    );
  });
});
