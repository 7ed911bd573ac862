import { Button } from '@mantine/core';
import { useState } from 'react';

/** Asks once more in its own place before it acts. */
export function Asked(props: {
  label: string;
  sure: string;
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
