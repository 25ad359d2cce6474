/** A field with a few values to choose from, and its label. `null` is a value like any other. */
export function Choice<Value extends string | number | null>(props: {
  id: string;
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  choose: (value: Value) => void;
}) {
  const { id, label, value, options, choose } = props;
  return (
    <>
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
    </>
  );
}
