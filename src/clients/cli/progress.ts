import { Presets, SingleBar } from 'cli-progress';

/** A bar on standard error. Does nothing where that is no terminal. */
export interface Progress {
  /** Shows the bar, or gives the shown one a new total. */
  show(label: string, value: number, total: number): void;
  /** Takes the bar off the screen for other output; it comes back by itself. */
  aside(): void;
  stop(): void;
}

/** @param stream where the bar is drawn: standard error */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, aside: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      stream,
      format: '{label} {bar} {value}/{total} · {duration_formatted}',
      hideCursor: true,
      clearOnComplete: true,
      forceRedraw: true,
      // Ctrl-C is answered in one place, main.ts.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let shown = false;
  return {
    show: (label, value, total) => {
      if (!shown) bar.start(total, value, { label });
      else {
        bar.setTotal(total);
        bar.update(value, { label });
      }
      shown = true;
    },
    aside: () => {
      if (shown) stream.write('\r\x1b[K');
    },
    stop: () => {
      if (shown) bar.stop();
      shown = false;
    },
  };
}
