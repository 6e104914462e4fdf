import { scaleLinear, scaleLog } from 'd3-scale';
import type { ComponentChildren, VNode } from 'preact';

/** Height of what is drawn, in pixels, with room above for the highest label and below for those of the places. */
const HEIGHT = 132;
const ABOVE = 8;
const BELOW = 22;
/** Height of a line of letters. */
const LINE = 15;
/** Units of the drawing: it is stretched to the width of the page, the letters beside it are not. */
const STEP = 10;
const TALL = 1000;

/** Where things are in the drawing of a plot. */
export interface Room {
  /** Width that one place has. */
  step: number;
  /** Width of all. */
  width: number;
  /** Distance of a value from the upper edge. */
  y: (value: number) => number;
}

export interface PlotParts {
  /** What is to be seen, in words; the table behind it has the figures. */
  label: string;
  /** Names of the places from left to right, such as days. */
  places: readonly string[];
  /** What is said of each where the pointer rests. */
  hints: readonly string[];
  /** All that is drawn. */
  values: readonly number[];
  /** The largest value that there can be, such as 1 for shares; the axis ends there. */
  end?: number;
  /** Seconds, from moments to days: each step of the axis is some times the one before it. */
  isLengthOfTime?: boolean;
  tick: (value: number) => string;
  draw: (room: Room) => ComponentChildren;
}

/** Lengths of time that an axis names, in seconds: from 10 ms to 30 days. */
const TIMES = [0.01, 0.1, 1, 10, 60, 600, 3_600, 6 * 3_600, 86_400, 3 * 86_400, 10 * 86_400, 30 * 86_400];

interface Axis {
  ticks: readonly number[];
  /** Distance of a value from the upper edge. */
  y: (value: number) => number;
}

/** Drops ticks whose labels would overlap the one below. */
function dropOverlappingTicks(ticks: readonly number[], y: Axis['y']): number[] {
  const kept: number[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || ((y(last) - y(tick)) * HEIGHT) / TALL >= LINE) kept.push(tick);
  }
  return kept;
}

function axisOf({ values, end, isLengthOfTime = false }: PlotParts): Axis {
  const most = Math.max(...values, 0);
  if (isLengthOfTime) {
    const least = values.length === 0 ? 1 : Math.min(...values);
    const from = Math.max(
      TIMES.findLastIndex((time) => time <= least),
      0,
    );
    const beyond = TIMES.findIndex((time) => time >= most);
    const to = beyond < 0 ? TIMES.length - 1 : Math.max(beyond, from + 1);
    const bounds = TIMES.slice(from, to + 1);
    const scale = scaleLog()
      .domain([bounds[0] ?? 1, bounds.at(-1) ?? 10])
      .range([TALL, 0])
      .clamp(true);
    return { ticks: dropOverlappingTicks(bounds, scale), y: scale };
  }
  const wanted = scaleLinear().domain([0, most > 0 ? most : 1]);
  const scale = (end === undefined ? wanted.nice(4) : wanted.domain([0, end])).range([TALL, 0]);
  // What is counted comes in whole numbers; a share has an end.
  const ticks = scale.ticks(4).filter((tick) => end !== undefined || Number.isInteger(tick));
  return { ticks, y: scale };
}

/** Places with a label on the axis: at most five, with the first and the last. */
function labelledPlaces(count: number): number[] {
  const gaps = Math.min(count - 1, 4);
  return gaps < 1 ? [0] : Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (count - 1)) / gaps));
}

function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
}

/**
 * A chart with an axis of round figures. It needs no script: the browser stretches the drawing, and text keeps its
 * size.
 */
export function Plot(parts: PlotParts): VNode {
  const { label, places, hints, tick, draw } = parts;
  const { ticks, y } = axisOf(parts);
  const count = places.length;
  const room: Room = { step: STEP, width: count * STEP, y: (value) => Math.round(y(value)) };
  const pixels = (value: number): number => Math.round(ABOVE + (y(value) * HEIGHT) / TALL) + 0.5;
  const height = ABOVE + HEIGHT + BELOW;
  return (
    <div class="plot" role="img" aria-label={label}>
      <svg class="scale" height={height}>
        {ticks.map((value) => (
          <text key={value} x="100%" y={pixels(value) + 4} text-anchor="end">
            {tick(value)}
          </text>
        ))}
      </svg>
      <svg class="drawing" height={height}>
        {ticks.map((value) => (
          <line key={value} x2="100%" y1={pixels(value)} y2={pixels(value)} />
        ))}
        <svg y={ABOVE} height={HEIGHT} viewBox={`0 0 ${room.width} ${TALL}`} preserveAspectRatio="none">
          {draw(room)}
          {hints.map((hint, index) => (
            <rect key={index} class="hit" x={index * STEP} width={STEP} height={TALL}>
              <title>{hint}</title>
            </rect>
          ))}
        </svg>
        {labelledPlaces(count).map((place, index, all) => (
          <text
            key={place}
            class={index % 2 === 1 ? 'extra' : undefined}
            x={`${Math.round((anchorShift(index, all.length) + place) * (1000 / count)) / 10}%`}
            y={height - 4}
            text-anchor={anchorOf(index, all.length)}
          >
            {places[place]}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** A label at an end stands at the edge, any other in the middle of its place. */
function anchorShift(index: number, count: number): number {
  if (index === 0) return 0;
  return index === count - 1 ? 1 : 0.5;
}
