import { useLayoutEffect, useRef, useState } from 'preact/hooks';

// What charts have in common.

/** Space beside a chart in pixels. */
export const LEFT = 40;
export const RIGHT = 12;

/** The title of a part of the chart, and its lines with their values. */
export function Rules(props: {
  title: string;
  y: number;
  right: number;
  rules: readonly (readonly [y: number, label: string])[];
}) {
  return (
    <>
      <text fill="var(--ink)" font-size="13" font-weight="600" x="0" y={props.y}>
        {props.title}
      </text>
      {props.rules.map(([y, label]) => (
        <g key={label}>
          <line stroke="var(--edge)" x1={LEFT} x2={props.right} y1={y} y2={y} />
          <text x={LEFT - 6} y={y} text-anchor="end" dominant-baseline="central">
            {label}
          </text>
        </g>
      ))}
    </>
  );
}

/** The current width of an element in pixels; 0 before it is known. */
export function useWidth() {
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
