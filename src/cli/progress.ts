import type { Progress } from '../kit/terminal/session.js';

/** @param stream where the bar is drawn: standard error */
export async function createProgress(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean },
): Promise<Progress> {
  if (!stream.isTTY)
    return { isShown: false, show: () => undefined, aside: () => undefined, stop: () => undefined };
  // Loaded here: only a terminal needs it.
  const { Presets, SingleBar } = await import('cli-progress');
  const bar = new SingleBar(
    {
      stream,
      format: '{label} {bar} {value}/{total} · {duration_formatted}',
      hideCursor: true,
      clearOnComplete: true,
      forceRedraw: true,
      // run-command.ts handles Ctrl-C.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let shown = false;
  return {
    isShown: true,
    show: (label, value, total) => {
      if (!shown) bar.start(total, value, { label });
      bar.setTotal(total);
      bar.update(value, { label });
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
