import { useEffect, useRef } from 'react';
import type { Company } from '../../server/contract/window.ts';
import { companyInView } from './inbox-view.ts';
import { upload } from './uploads.ts';

/**
 * Takes the files that were opened with the desktop program or dropped onto its icon. Before the first company is given
 * they wait where they are.
 */
export function useOpenedFiles(companies: readonly Company[]): void {
  const isReady = companies.length > 0;
  const now = useRef(companies);
  now.current = companies;
  useEffect(() => {
    const { desktop } = window;
    if (!desktop || !isReady) return;
    const takeAll = async (): Promise<void> => {
      for (let file = await desktop.takeFile(); file; file = await desktop.takeFile()) {
        upload([new File([file.bytes as Uint8Array<ArrayBuffer>], file.name)], companyInView(now.current));
      }
    };
    void takeAll();
    return desktop.onFiles(() => void takeAll());
  }, [isReady]);
}
