import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * What a box shows, and what saves another choice. The choice is shown from the click on: a request is under way only a
 * moment later, and until then the box would be drawn as it was.
 */
export function useChosenAtOnce<T>(
  stored: T,
  save: UseMutationResult<unknown, Error, T>,
): [shown: T, choose: (value: T) => void] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const choose = (value: T): void => {
    const own = { value };
    setChosen(own);
    save.mutate(value, { onSettled: () => setChosen((now) => (now === own ? null : now)) });
  };
  return [chosen ? chosen.value : stored, choose];
}
