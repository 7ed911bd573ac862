import electronUpdater from 'electron-updater';
import { log } from './log-file.ts';

const LOOK_EVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Looks for updates at the operator's address, once at the start and then daily, and installs what it fetched when the
 * program ends. What is not signed by the same publisher is refused by the updater.
 * @param address https address of a folder with what the installers' build wrote beside them
 */
export function lookForUpdates(address: string): void {
  const { autoUpdater } = electronUpdater;
  autoUpdater.setFeedURL({ provider: 'generic', url: address });
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.allowDowngrade = false;
  autoUpdater.logger = { info: log, warn: log, error: log, debug: () => undefined };
  const look = (): void => {
    autoUpdater.checkForUpdates().catch((error: Error) => log(`Updates could not be looked for: ${error.message}`));
  };
  look();
  setInterval(look, LOOK_EVERY_MS);
}
