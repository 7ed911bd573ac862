import { Button } from '@mantine/core';
import { useState } from 'react';

/** Asks once more in its own place before it acts. */
export function Asked(props: {
  label: string;
  sure: string;
  /** What it is called among others that are labelled the same; what it asks follows it. */
  name?: string;
  act: () => void;
  danger?: boolean;
  loading?: boolean;
  size?: string;
}) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      size={props.size ?? 'xs'}
      variant={asked ? 'filled' : 'default'}
      color={asked && props.danger ? 'red' : undefined}
      loading={props.loading ?? false}
      aria-label={props.name && (asked ? `${props.name}: ${props.sure}` : props.name)}
      onClick={() => {
        setAsked(!asked);
        if (asked) props.act();
      }}
      onBlur={() => setAsked(false)}
    >
      {asked ? props.sure : props.label}
    </Button>
  );
}
