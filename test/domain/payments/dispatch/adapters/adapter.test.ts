import { z } from 'zod';
import { defineAdapter } from '../../../../../domain/payments/dispatch/adapters/adapter';

const settings = defineAdapter(
  { name: 'pigeon', about: 'a loft', examination: null, isSimulated: false, needsBankCode: false, destination: [] },
  z.object({ loft: z.string().min(2, 'is too short'), rings: z.number() }),
  ({ rings }, environment) =>
    environment === 'live' && rings === 0 ? [{ field: 'rings', code: 'none', message: 'A live loft has rings.' }] : [],
);

describe('settings of an adapter', () => {
  it('are read as it wants them', () => {
    const config = { loft: 'north', rings: 0 };
    expect(settings.read(config, 'test')).toEqual({ kind: 'sound', config });
    expect(settings.open(config)).toEqual({ kind: 'sound', config });
  });

  it('are refused with every fault of their shape, unknown ones among them', () => {
    expect(settings.read({ loft: 'n', feed: 1 }, 'test')).toEqual({
      kind: 'faulty',
      faults: [
        { field: 'feed', code: 'unknown', message: 'feed is not a setting of the adapter pigeon.' },
        { field: 'loft', code: 'too_small', message: 'is too short' },
        { field: 'rings', code: 'invalid_type', message: expect.any(String) },
      ],
    });
  });

  it('are refused for what their shape cannot say, when they are stored and not when they are opened', () => {
    const config = { loft: 'north', rings: 0 };
    expect(settings.read(config, 'live')).toEqual({
      kind: 'faulty',
      faults: [{ field: 'rings', code: 'none', message: 'A live loft has rings.' }],
    });
    expect(settings.open(config)).toMatchObject({ kind: 'sound' });
    expect(settings.open({ loft: 'north' })).toMatchObject({ kind: 'faulty', faults: [{ field: 'rings' }] });
  });

  it('that are unknown are no fault of what is opened', () => {
    expect(settings.open({ loft: 'north', rings: 1, feed: 1 })).toMatchObject({ kind: 'sound' });
    expect(settings.read({ loft: 'north', rings: 1, feed: 1 }, 'test')).toMatchObject({ kind: 'faulty' });
  });
});
