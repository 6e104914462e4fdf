import { checkBody } from '../../../../../domain/payments/dispatch/description/check-body';

function faultsOf(format: 'json' | 'form' | 'xml', ...places: string[]): string[] {
  const faults: string[] = [];
  const body = places.map((at) => ({ at, constant: 1 }));
  checkBody(body, format, 'submit', (member, code) => faults.push(`${member}:${code}`));
  return faults;
}

it('has no fault where there is no body', () => {
  const faults: string[] = [];
  checkBody(undefined, 'xml', 'cancel', (member) => faults.push(member));
  expect(faults).toEqual([]);
});

it.each<['json' | 'form' | 'xml', string[], string[]]>([
  ['json', ['/a/0/b', '/a/0/c'], []],
  ['json', ['/a/1'], ['submit.body.0.at:list']],
  ['json', ['/a', '/a'], ['submit.body.1.at:collides']],
  ['form', ['/a[b]', '/a[c]', '/1'], []],
  ['form', ['/a/b'], ['submit.body.0.at:form']],
  ['xml', ['/A/@x', '/A/B/@y', '/A/B/#text'], []],
  ['xml', ['/A'], ['submit.body.0.at:xml']],
  ['xml', ['/A/B', '/C/D'], ['submit.body.1.at:xml']],
  ['xml', ['/A/1b'], ['submit.body.0.at:xml']],
  ['xml', ['/A/p:b'], ['submit.body.0.at:xml']],
  ['xml', ['/A/@x/b'], ['submit.body.0.at:xml']],
  ['xml', ['/@x/b'], ['submit.body.0.at:xml']],
])('in %s the places %j have the faults %j', (format, places, faults) => {
  expect(faultsOf(format, ...places)).toEqual(faults);
});
