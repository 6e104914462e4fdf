import { currentTraceparent, inTraceOf } from '../../lib/trace-context';

describe('a process that is not traced', () => {
  it('writes no trace down, and works on in what another process has written', () => {
    expect(currentTraceparent()).toBeNull();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(inTraceOf(traceparent, () => [currentTraceparent(), 'done'])).toEqual([null, 'done']);
    expect(inTraceOf(null, () => 'done')).toBe('done');
  });
});
