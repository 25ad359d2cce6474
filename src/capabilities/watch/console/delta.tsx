/** A figure, or a dash where it is not known. */
export function figure(value: number | null | undefined, write: (value: number) => string, unknown = '–') {
  return value == null ? unknown : write(value);
}

/** A change with its direction: "▲ 0,2". Nothing, or a dash, for a change too small to be written, or unknown. */
export function Delta(props: {
  change: number | null;
  write: (value: number) => string;
  isZeroShown?: boolean;
}) {
  const { change, write, isZeroShown = false } = props;
  if (change === null || write(Math.abs(change)) === write(0))
    return isZeroShown ? <span>{write(0)}</span> : null;
  return (
    <span class={change > 0 ? 'good toned' : 'bad toned'}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span>
      <span class="unseen">{change > 0 ? '+' : '−'}</span>
      {`\u00a0${write(Math.abs(change))}`}
    </span>
  );
}
