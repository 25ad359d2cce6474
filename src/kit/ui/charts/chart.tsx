import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../context.js';
import type { Tone } from '../signs.js';
import { setter } from '../state/ui-signals.js';
import type { Scale, Tick } from './scales.js';

/** The values of all points; null = unknown: a line has a gap, a bar is grey. */
interface Series {
  readonly name: string;
  readonly form: 'line' | 'bars';
  readonly values: readonly (number | null)[];
  /** A CSS colour. */
  readonly colour: string;
  /** The longest distance of two values that a line joins; by default, a line joins values of neighbouring points. */
  readonly maxGap?: number;
  /** Places on the axis that no line crosses. */
  readonly breaks?: readonly number[];
}

/** A part of a chart with an axis of its own. */
interface Panel {
  readonly title: string;
  readonly height: number;
  readonly scale: Scale;
  readonly write: (value: number) => string;
  readonly series: readonly Series[];
}

/** Something that happened, with the sign that lists show. */
interface EventMark {
  readonly at: number;
  readonly sign: string;
  readonly tone: Tone;
  readonly text: string;
}

interface ChartProps {
  /** What the chart shows, in words. */
  readonly label: string;
  /** The name of the region that users reach by keyboard. */
  readonly region: string;
  /** Where the points are between the ends of the axis, ascending. */
  readonly points: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly panels: readonly Panel[];
  readonly marks?: readonly EventMark[];
  /** The texts below the axis; `pixels`: its width. */
  readonly ticks: (pixels: number) => readonly Tick[];
  /** The figures of a point in words. */
  readonly read: (index: number) => string;
  /** Pixels between two points at least: a longer chart scrolls. */
  readonly minStep?: number;
}

const LEFT = 44;
const RIGHT = 14;
const MARKS = 20;
const PANEL_TOP = 26;
const PANEL_GAP = 24;
const TICK_ROW = 16;
const MAX_BAR = 48;
/** Marks closer than this are one. */
const MARK_PIXELS = 18;
/** More points of a line have no dots. */
const MAX_DOTS = 60;

/**
 * Lines and bars over one axis, drawn as SVG as wide as its place. The user reads a point by pointer or arrow keys. The
 * view shows the same figures as a table below.
 */
export function Chart(props: ChartProps) {
  const { points, from, to, panels, minStep = 0, read } = props;
  const { announce } = useConsole();
  const { box, width: room } = useWidth();
  const at = useSignal<number | null>(null);
  const inner = Math.max(room - LEFT - RIGHT, minStep * points.length);
  const x = (value: number) => LEFT + (to === from ? 0.5 : (value - from) / (to - from)) * inner;
  const choose = (event: KeyboardEvent) => {
    const next = pointByKey(event.key, at.value, points.length);
    if (next === undefined) return;
    event.preventDefault();
    at.value = next;
    announce(read(next));
    box.current?.scrollTo({ left: x(points[next] ?? from) - room / 2 });
  };
  const point = (event: PointerEvent) => {
    const start = box.current?.getBoundingClientRect().left ?? 0;
    const asked = event.clientX - start + (box.current?.scrollLeft ?? 0);
    at.value = asked < LEFT - MARKS || asked > LEFT + inner + RIGHT ? null : nearest(points, asked, x);
  };
  const legend = panels.find(({ series }) => series.length > 1)?.series ?? [];
  return (
    <>
      {legend.length > 0 && (
        <ul class="line words legend">
          {legend.map(({ name, colour }) => (
            <li key={name}>
              <span aria-hidden="true" style={{ background: colour }} /> {name}
            </li>
          ))}
        </ul>
      )}
      <section
        ref={box}
        class="scroll chart"
        aria-label={props.region}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={choose}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setter(at)(null)}
        onBlur={() => setter(at)(null)}
      >
        {room > 0 && <Drawing {...props} x={x} inner={inner} at={at} />}
      </section>
      <p class="tip">{at.value === null ? null : read(at.value)}</p>
    </>
  );
}

type DrawingProps = ChartProps & { x: (value: number) => number; inner: number; at: Signal<number | null> };

function Drawing(props: DrawingProps) {
  const { label, points, panels, marks = [], ticks, x, inner, at, from } = props;
  const width = LEFT + inner + RIGHT;
  let top = marks.length > 0 ? MARKS : 0;
  const placed = panels.map((panel) => {
    const start = top + PANEL_TOP;
    top = start + panel.height + PANEL_GAP;
    const { scale } = panel;
    const y = (value: number) =>
      start + panel.height - ((value - scale.from) / (scale.to - scale.from)) * panel.height;
    return { panel, title: start - 12, y };
  });
  const bottom = top - PANEL_GAP;
  const below = ticks(inner);
  const height = bottom + TICK_ROW * (2 + Math.max(0, ...below.map(({ row = 0 }) => row)));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
      <Cursor at={at} points={points} x={x} from={from} bottom={bottom} />
      {marks.length > 0 && <Marks marks={marks} x={x} bottom={bottom} />}
      {placed.map(({ panel, title, y }) => (
        <g key={panel.title}>
          <text fill="var(--ink)" font-size="13" font-weight="600" x="0" y={title}>
            {panel.title}
          </text>
          {panel.scale.rules.map((value) => (
            <g key={value}>
              <line stroke="var(--edge)" x1={LEFT} x2={LEFT + inner} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 6} y={y(value)} text-anchor="end" dominant-baseline="central">
                {panel.write(value)}
              </text>
            </g>
          ))}
          {panel.series.map((series) =>
            series.form === 'bars' ? (
              <Bars key={series.name} {...{ series, panel, points, x, y, inner }} />
            ) : (
              <Line key={series.name} {...{ series, points, x, y }} />
            ),
          )}
        </g>
      ))}
      {below.map(({ at: value, text, row = 0, anchor = 'middle' }) => (
        <text key={`${row} ${value}`} x={x(value)} y={bottom + TICK_ROW * (row + 1)} text-anchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
}

interface Placed {
  readonly series: Series;
  readonly points: readonly number[];
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

function Bars({ series, panel, points, x, y, inner }: Placed & { panel: Panel; inner: number }) {
  const width = Math.min(MAX_BAR, (inner / points.length) * 0.76);
  const { from, to } = panel.scale;
  return series.values.map((value, index) => (
    <rect
      key={index}
      class={value === null ? 'unknown' : undefined}
      fill={value === null ? 'var(--track)' : series.colour}
      x={x(points[index] ?? 0) - width / 2}
      y={y(value ?? to)}
      width={width}
      height={y(from) - y(value ?? to)}
    />
  ));
}

function Line({ series: { values, colour, maxGap, breaks = [] }, points, x, y }: Placed) {
  let last = Number.NEGATIVE_INFINITY;
  const path = values.map((value, index) => {
    if (value === null) return '';
    const [at = 0, before = last] = [points[index], points[last]];
    const gap = maxGap === undefined ? index - last : at - before;
    last = index;
    const end = `${x(at).toFixed(1)},${y(value).toFixed(1)}`;
    return gap > (maxGap ?? 1) || breaks.some((one) => before < one && one <= at) ? `M${end}` : `L${end}`;
  });
  const known = values.filter((value) => value !== null).length;
  return (
    <>
      <path fill="none" stroke={colour} stroke-width="2" stroke-linejoin="round" d={path.join('')} />
      {known <= MAX_DOTS &&
        values.map(
          (value, index) =>
            value !== null && (
              <circle key={index} fill={colour} cx={x(points[index] ?? 0)} cy={y(value)} r="2.6" />
            ),
        )}
    </>
  );
}

type CursorProps = Pick<DrawingProps, 'at' | 'points' | 'x' | 'from'> & { bottom: number };

function Cursor({ at, points, x, from, bottom }: CursorProps) {
  if (at.value === null) return null;
  const place = x(points[at.value] ?? from);
  return <line stroke="var(--accent)" x1={place} x2={place} y1={4} y2={bottom} />;
}

/** The signs of events above the chart; events that would cover each other are one sign with their number. */
function Marks({ marks, x, bottom }: Required<Pick<DrawingProps, 'x' | 'marks'>> & { bottom: number }) {
  const groups: { place: number; marks: EventMark[] }[] = [];
  for (const mark of marks.toSorted((one, other) => one.at - other.at)) {
    const last = groups.at(-1);
    const place = x(mark.at);
    if (last !== undefined && place - last.place < MARK_PIXELS) last.marks.push(mark);
    else groups.push({ place, marks: [mark] });
  }
  return groups.map(({ place, marks: [first, ...more] }) => (
    <g key={place} class={first?.tone}>
      <line stroke="var(--edge)" stroke-dasharray="2 3" x1={place} x2={place} y1={MARKS} y2={bottom} />
      <text class="toned sign" x={place} y={14} text-anchor="middle">
        {first?.sign}
        {more.length > 0 && more.length + 1}
        <title>{[first, ...more].map((mark) => mark?.text).join('\n')}</title>
      </text>
    </g>
  ));
}

function nearest(points: readonly number[], asked: number, x: (value: number) => number): number | null {
  let found: number | null = null;
  for (const [index, point] of points.entries())
    if (found === null || Math.abs(x(point) - asked) < Math.abs(x(points[found] ?? 0) - asked)) found = index;
  return found;
}

/** The point that an arrow key, Home or End chooses; undefined for any other key. */
function pointByKey(key: string, at: number | null, count: number): number | undefined {
  const points: Readonly<Record<string, number>> = {
    Home: 0,
    End: count - 1,
    ArrowLeft: Math.max(0, (at ?? count) - 1),
    ArrowRight: Math.min(count - 1, (at ?? -1) + 1),
  };
  return points[key];
}

/** The current width of an element in pixels; 0 before it is known. */
function useWidth() {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
