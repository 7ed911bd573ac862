import type { WatchState } from '../../contract/window.ts';
import { isDiskFull } from '../../store/disk-full.ts';
import { IntakeRefusal } from '../refusal.ts';
import { troubleOf } from './share.ts';

/** Nothing more can be taken for now. */
export class Standstill extends Error {
  override readonly name = 'Standstill';
  readonly state: WatchState;

  constructor(state: WatchState) {
    super(state);
    this.state = state;
  }
}

/** How it stands with the folder where an error is none of a file's; null where it is another one. */
export function standstillOf(error: unknown): WatchState | null {
  return error instanceof Standstill ? error.state : troubleOf(error);
}

/** Why there is no room for more, where an error says so. */
export function outOfRoom(error: unknown): 'quota_exceeded' | 'full' | null {
  if (error instanceof IntakeRefusal && error.code === 'quota_exceeded') return 'quota_exceeded';
  return isDiskFull(error) ? 'full' : null;
}
