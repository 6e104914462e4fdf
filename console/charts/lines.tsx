import type { VNode } from 'preact';
import { colourOf, Legend, type Series } from './figure';
import { Plot, type PlotParts, type Room } from './plot';

export interface LineSeries extends Series {
  /** A value for each place; null where there is none, and the line has a gap. */
  values: readonly (number | null)[];
}

const isAlone = (values: LineSeries['values'], place: number): boolean =>
  (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null;

/** SVG paths of a series: a line through values that have a neighbour, and dots for those that have none. */
function lineAndDots(values: LineSeries['values'], { step, y }: Room): { line: string; dots: string } {
  const drawn = values.map((value, place) => {
    if (value === null) return { line: '', dots: '' };
    const point = `${(place + 0.5) * step} ${y(value)}`;
    // Round ends make a dot of a line of hardly any length.
    if (isAlone(values, place)) return { line: '', dots: `M${point}h.1` };
    return { line: `${(values[place - 1] ?? null) === null ? 'M' : 'L'}${point}`, dots: '' };
  });
  return { line: drawn.map(({ line }) => line).join(''), dots: drawn.map(({ dots }) => dots).join('') };
}

function Line({ of: series, room }: { of: LineSeries; room: Room }): VNode {
  const { line, dots } = lineAndDots(series.values, room);
  return (
    <g class={colourOf(series)}>
      {line !== '' && <path class="line" d={line} />}
      {dots !== '' && <path class="line dot" d={dots} />}
    </g>
  );
}

/** Lines, one per series. */
export function Lines(
  parts: Omit<PlotParts, 'values' | 'draw'> & { series: readonly LineSeries[]; hasLegend?: boolean },
): VNode {
  const { series, hasLegend = true, ...plot } = parts;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const draw = (room: Room): VNode[] => series.map((one) => <Line key={one.name} of={one} room={room} />);
  return (
    <>
      <Plot {...plot} values={values} draw={draw} />
      {hasLegend && <Legend of={series} />}
    </>
  );
}
