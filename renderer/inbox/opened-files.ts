import { useEffect } from 'react';
import type { Company } from '../../server/contract/window.ts';
import { upload } from './uploads.ts';

/**
 * Takes the files that were opened with the desktop program or dropped onto its icon. Before the first company is given
 * they wait where they are.
 */
export function useOpenedFiles(company: Company | undefined): void {
  useEffect(() => {
    const { desktop } = window;
    if (!desktop || !company) return;
    const takeAll = async (): Promise<void> => {
      for (let file = await desktop.takeFile(); file; file = await desktop.takeFile()) {
        upload([new File([file.bytes as Uint8Array<ArrayBuffer>], file.name)], company);
      }
    };
    void takeAll();
    return desktop.onFiles(() => void takeAll());
  }, [company]);
}
