import { waking } from '../../process/waking';

describe('activities that wake the relays', () => {
  it('do so once each has ended, well or not, and change nothing else', async () => {
    const seen: string[] = [];
    const { send, fail } = waking(
      {
        send: (id: string) => Promise.resolve(seen.push('sent')).then(() => `${id} is sent`),
        fail: () => Promise.reject(new Error('the partner is away')),
      },
      () => seen.push('woken'),
    );
    await expect((send as (id: string) => Promise<unknown>)('instr_1')).resolves.toBe('instr_1 is sent');
    expect(seen).toEqual(['sent', 'woken']);
    await expect(fail?.()).rejects.toThrow('the partner is away');
    expect(seen).toEqual(['sent', 'woken', 'woken']);
  });
});
