import electronUpdater from 'electron-updater';
import { log } from './log-file.ts';
import { serveFolder } from './update-share.ts';
import { checksSignatures } from './update-signature.ts';

const LOOK_EVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Looks for updates at the operator's place, once at the start and then daily, and installs what it fetched when the
 * program ends. Only what the same publisher signed is installed; where nothing can tell, nothing is looked for.
 * @param place https address, or full path, of a folder with what the installers' build wrote
 */
export function lookForUpdates(place: string): void {
  if (!checksSignatures(process.platform, process.resourcesPath)) {
    log('Updates are not looked for: nothing in this installation can tell who signed one.');
    return;
  }
  const { autoUpdater } = electronUpdater;
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.allowDowngrade = false;
  autoUpdater.disableWebInstaller = true;
  autoUpdater.logger = { info: log, warn: log, error: log, debug: () => undefined };
  const isAddress = place.startsWith('https://');
  // A folder is read whole.
  autoUpdater.disableDifferentialDownload = !isAddress;
  const look = async (): Promise<void> => {
    const share = isAddress ? null : await serveFolder(place);
    try {
      autoUpdater.setFeedURL({ provider: 'generic', url: share?.address ?? place });
      await (await autoUpdater.checkForUpdates())?.downloadPromise;
    } finally {
      await share?.close();
    }
  };
  const lookOrSay = (): void => {
    look().catch((error: Error) => log(`Updates could not be looked for: ${error.message}`));
  };
  lookOrSay();
  setInterval(lookOrSay, LOOK_EVERY_MS);
}
