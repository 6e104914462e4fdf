import { Closing } from './closing';

describe('what a test file opened', () => {
  it('is ended in reverse order, each thing once', async () => {
    const closing = new Closing();
    const ended: string[] = [];
    const open = (name: string) => closing.add(() => ended.push(name));
    open('database');
    const endServer = open('server');
    open('browser');
    await Promise.all([endServer(), endServer()]);
    await closing.all();
    expect(ended).toEqual(['server', 'browser', 'database']);
  });

  it('is ended although something else fails to end, and that is told', async () => {
    const closing = new Closing();
    const ended: string[] = [];
    closing.add(() => ended.push('database'));
    closing.add(() => Promise.reject(new Error('busy')));
    await expect(closing.all()).rejects.toThrow('busy');
    expect(ended).toEqual(['database']);
  });

  it('tells each of several failures', async () => {
    const closing = new Closing();
    const fail = (message: string) => closing.add(() => Promise.reject(new Error(message)));
    fail('first');
    fail('second');
    const failures: unknown = await closing.all().catch((fault: unknown) => Reflect.get(Object(fault), 'errors'));
    expect(failures).toEqual([new Error('second'), new Error('first')]);
  });

  it('is ended at once where a set-up opens it after the end', async () => {
    const closing = new Closing();
    await closing.all();
    const end = jest.fn();
    expect(() => closing.add(end)).toThrow('over');
    expect(end).toHaveBeenCalledTimes(1);
  });
});
