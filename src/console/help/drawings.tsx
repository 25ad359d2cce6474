// Drawings of where to click in a map. Their captions say the same in words, so screen readers skip them.

const STAR = 'M0-5 1.5-1.6 5-1.4 2.3.9 3.2 4.6 0 2.6-3.2 4.6-2.3.9-5-1.4-1.5-1.6Z';

/** A review; a ring is around the three dots of its menu. */
export function ReviewDrawing() {
  return (
    <Drawing>
      <circle class="soft" cx="30" cy="30" r="12" />
      <rect class="ink" x="50" y="21" width="62" height="7" rx="3" />
      <rect class="soft" x="50" y="33" width="40" height="5" rx="2.5" />
      <Stars x={24} y={58} />
      <rect class="soft" x="18" y="72" width="144" height="5" rx="2.5" />
      <rect class="soft" x="18" y="83" width="112" height="5" rx="2.5" />
      {[22, 29, 36].map((y) => (
        <circle key={y} class="ink" cx="156" cy={y} r="2.2" />
      ))}
      <circle class="ring" cx="156" cy="29" r="14" />
    </Drawing>
  );
}

/** The panel of a place; a ring is around its button for sharing. */
export function PlaceDrawing({ share }: { share: string }) {
  return (
    <Drawing>
      <rect class="soft" x="10" y="10" width="160" height="26" rx="4" />
      <rect class="ink" x="18" y="44" width="84" height="8" rx="4" />
      <Stars x={24} y={64} />
      {[34, 72, 110].map((x) => (
        <circle key={x} class="soft" cx={x} cy="85" r="8" />
      ))}
      <circle class="accent" cx="148" cy="82" r="9" />
      <circle class="ring" cx="148" cy="82" r="14" />
      <text x="118" y="60">
        {share}
      </text>
    </Drawing>
  );
}

/** A menu; its first item is the right one. */
export function ShareMenuDrawing({ items }: { items: readonly [string, string] }) {
  return (
    <Drawing>
      <rect class="sheet" x="22" y="16" width="136" height="68" rx="6" />
      <rect class="chosen" x="26" y="22" width="128" height="26" rx="4" />
      <text x="40" y="39" class="strong">
        {items[0]}
      </text>
      <text x="40" y="70">
        {items[1]}
      </text>
    </Drawing>
  );
}

/** A window with a link and the button that copies it. */
export function CopyLinkDrawing({ label }: { label: string }) {
  return (
    <Drawing>
      <rect class="sheet" x="14" y="16" width="152" height="68" rx="6" />
      <rect class="field" x="24" y="28" width="132" height="18" rx="4" />
      <text x="30" y="41">
        maps.app.goo.gl/…
      </text>
      <rect class="accent" x="76" y="56" width="80" height="20" rx="10" />
      <text x="116" y="70" text-anchor="middle" class="on-accent">
        {label}
      </text>
    </Drawing>
  );
}

function Drawing({ children }: { children: preact.ComponentChildren }) {
  return (
    <svg class="drawing" viewBox="0 0 180 100" aria-hidden="true" focusable="false">
      <rect class="sheet" x="1" y="1" width="178" height="98" rx="8" />
      {children}
    </svg>
  );
}

function Stars({ x, y }: { x: number; y: number }) {
  return (
    <>
      {[0, 1, 2, 3, 4].map((index) => (
        <path key={index} class="star" d={STAR} transform={`translate(${x + index * 13} ${y})`} />
      ))}
    </>
  );
}
