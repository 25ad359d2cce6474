// Drawings in rows of tables and lists, without axes: the figures stand beside them.

/** A share of a whole as a bar in a row of a table. A share above 0 is always visible. */
export function ShareBar({ share }: { share: number }) {
  return <span class="bar" style={{ width: share === 0 ? '0' : `max(2px, ${6 * share}rem)` }} />;
}
