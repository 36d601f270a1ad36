// A segmented control: a choice between a few options, all visible.

import { useId } from "preact/hooks";

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  change: (value: T) => void;
}

export function Segments<T extends string>({ label, value, options, change }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend>{label}</legend>
      <div>
        {(Object.entries(options) as [T, string][]).map(([key, words]) => (
          <label key={key}>
            <input type="radio" name={name} checked={key === value} onChange={() => change(key)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
