import { useId } from 'react';

interface OneOfProps<Value extends string> {
  /** What is chosen, for who does not see it. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  small?: boolean;
  disabled?: boolean;
}

/** One of a few, all of which are in sight. Plain elements: the library's own measures itself before anything is shown. */
export function OneOf<Value extends string>({ label, value, options, onChange, small, disabled }: OneOfProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={small ? 'one-of one-of-small' : 'one-of'}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
