/** A bar with the progress in words beside it. `all` null: the end is unknown. */
export function Progress(props: { label: string; done: number; all: number | null; text: string }) {
  const { label, done, all, text } = props;
  return (
    <div class="progress">
      <progress aria-label={label} {...(all !== null && { max: all, value: Math.min(done, all) })} />
      <span>{text}</span>
    </div>
  );
}
