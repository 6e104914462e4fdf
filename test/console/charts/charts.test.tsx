import { renderToString } from 'preact-render-to-string';
import { BarRows, duration, Lines, Segments, share, StackedBars } from '../../../console/charts';

const common = { label: 'A chart', places: ['Mon', 'Tue'], hints: ['Mon: 3', 'Tue: 0'], tick: String };
const labelsOf = (html: string): string[] => [...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');

describe('a chart', () => {
  it('has round figures at its axis, names its places, and says each where the pointer rests', () => {
    const series = [
      { name: 'A', colour: 1, values: [10, 0] },
      { name: 'B', colour: 2, values: [7, 0] },
    ];
    const html = renderToString(<StackedBars {...common} series={series} />);
    expect(labelsOf(html)).toEqual(['0', '5', '10', '15', '20', 'Mon', 'Tue']);
    expect(html).toContain('<title>Mon: 3</title>');
    // 10 of 20 from below, then 7 more.
    expect(html).toContain('class="mark-1" d="M1.5 1000V500h7V1000z"');
    expect(html).toContain('class="mark-2" d="M1.5 500V150h7V500z"');
  });

  it('has gaps where there is no value, and dots for what stands alone', () => {
    const values = [0.5, null, 1, 0.5];
    const places = ['a', 'b', 'c', 'd'];
    const html = renderToString(
      <Lines {...common} places={places} series={[{ name: 'A', colour: 1, values }]} end={1} />,
    );
    expect(html).toContain('<path class="line" d="M25 0L35 500"');
    expect(html).toContain('<path class="line dot" d="M5 500h.1"');
  });

  it('shows moments beside days', () => {
    const series = [{ name: 'A', colour: 1, values: [2, 90_000] }];
    const html = renderToString(<Lines {...common} tick={duration} series={series} isLengthOfTime />);
    expect(labelsOf(html)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h', '6 h', '3 d', 'Mon', 'Tue']);
  });

  it.each([
    [[], 'none'],
    [[0, 0], 'zeros'],
    [[1e-9, 1e9], 'far apart'],
  ])('is drawn of %j (%s)', (values) => {
    const series = [{ name: 'A', colour: 1, values }];
    const all = [
      <StackedBars {...common} series={series} />,
      <Lines {...common} series={series} />,
      <Lines {...common} series={series} isLengthOfTime />,
      <BarRows rows={values.map((value, index) => ({ name: String(index), colour: 1, value, said: '' }))} />,
      <Segments of={values.map((value, index) => ({ name: String(index), colour: 1, value }))} />,
    ];
    expect(all.map((one) => renderToString(one)).join('')).not.toMatch(/NaN|Infinity|style=/);
  });
});

describe('words of figures', () => {
  it.each([
    [0.25, '250 ms'],
    [59, '59 s'],
    [90, '1.5 min'],
    [5400, '1.5 h'],
    [86_400, '1 d'],
  ])('%d seconds are %s', (seconds, said) => {
    expect(duration(seconds)).toBe(said);
  });

  it('never calls all what is less', () => {
    expect([share(9999, 10_000), share(1, 1)]).toEqual(['99.9 %', '100 %']);
  });
});
