import { describe, expect, it } from 'vitest';
import { isAddress } from '../../server/engine/parties/address-text.ts';

describe('a line of print', () => {
  it.each(['PE7 1AE', 'Wiedner Gürtel 44/9', '29 HIGH CAUSEWAY', 'Bd Lunca 12'])('%s is of an address', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['Repairs since 1954 - servicing of all makes', '41 77 (appel et service compris)'])(
    '%s is of none',
    (text) => {
      expect(isAddress(text)).toBe(false);
    },
  );
});
