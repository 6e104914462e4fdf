import { connectPatiently } from '../../activities/patient-connection';

const QUICK = { patienceMs: 5_000, pauseMs: 1 };

it('waits for a server that is restarting, and says why once', async () => {
  const faults: unknown[] = [];
  let attempts = 0;
  const connect = (): Promise<string> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error('connection refused')) : Promise.resolve('connected');
  };
  await expect(connectPatiently(connect, (fault) => faults.push(fault), QUICK)).resolves.toBe('connected');
  expect(attempts).toBe(4);
  expect(faults).toEqual([new Error('connection refused')]);
});

it('gives up when its patience has ended', async () => {
  const connect = (): Promise<never> => Promise.reject(new Error('connection refused'));
  await expect(connectPatiently(connect, () => undefined, { patienceMs: 0, pauseMs: 1 })).rejects.toThrow(
    'connection refused',
  );
});
