import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

/** A text field without its label. `change` gets the text at each key press. */
export function TextInput({
  change,
  ...attributes
}: InputHTMLAttributes<HTMLInputElement> & { type?: 'search' | 'date'; change: (text: string) => void }) {
  return (
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      {...attributes}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

/** A field with a few values to choose from, and its label, above or beside it. `null` is a value like any other. */
export function Choice<Value extends string | number | null>(props: {
  id: string;
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  choose: (value: Value) => void;
  isBeside?: boolean;
}) {
  const { id, label, value, options, choose, isBeside = false } = props;
  return (
    <div class={isBeside ? 'line' : undefined}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen !== undefined) choose(chosen[0]);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={String(option ?? '')}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * Filters side by side (`chips`), or the parts of one choice (`segments`). `type`: whether the user chooses one of them
 * or any number.
 */
export function Chips<Value extends string | number | null>(props: {
  type: 'radio' | 'checkbox';
  class?: 'chips' | 'segments';
  legend: string;
  isLegendShown?: boolean;
  options: readonly (readonly [value: Value, text: ComponentChildren])[];
  isChosen: (value: Value) => boolean;
  choose: (value: Value) => void;
  children?: ComponentChildren;
}) {
  const { type, legend, isLegendShown = false, options, isChosen, choose, children } = props;
  const name = useId();
  return (
    <fieldset class={props.class ?? 'chips'}>
      <legend class={isLegendShown ? undefined : 'unseen'}>{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input type={type} name={name} checked={isChosen(value)} onChange={() => choose(value)} />
          <span>{text}</span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
