import type { Visit } from '../visit';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The query of the address; fields left empty are absent, and a day becomes its first moment. */
export function queryOfVisit({ context }: Visit): { entered: Record<string, string>; query: Record<string, string> } {
  const entered = Object.fromEntries([...new URLSearchParams(context.querystring)].filter(([, text]) => text !== ''));
  const moments = ['since', 'until'].flatMap((name): [string, string][] => {
    const text = entered[name] ?? '';
    return DATE.test(text) ? [[name, `${text}T00:00:00Z`]] : [];
  });
  return { entered, query: { ...entered, ...Object.fromEntries(moments) } };
}
