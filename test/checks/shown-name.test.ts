import { expect, it } from 'vitest';
import { asShown } from '../../server/checks/shown-name.ts';

it('a name is shown as it ends, whatever marks of direction it has, and letters of any script stay', () => {
  expect(asShown('factură\u202efdp.exe')).toBe('facturăfdp.exe');
  expect(asShown('\u2067חשבונית\u2069 1\u200b.pdf\n')).toBe('חשבונית 1.pdf');
  expect(asShown('Αθήνα țîșnește 2026.pdf')).toBe('Αθήνα țîșnește 2026.pdf');
});
