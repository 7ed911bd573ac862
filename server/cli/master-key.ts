import { type Command, Option } from 'commander';
import { type KeyPlace, keyPlace, moveMasterKey } from '../store/master-key.ts';
import { type CommonOptions, command, configFrom, print } from './command.ts';

const places: readonly KeyPlace[] = ['keychain', 'file'];

export function addMasterKey(program: Command): void {
  command(program, 'master-key', 'Say where the master key of the data folder lies, or move it')
    .addOption(new Option('--move-to <place>', "the system's keychain, or a file in the folder").choices(places))
    .action(async (options: CommonOptions & { moveTo?: KeyPlace }) => {
      const config = configFrom(options);
      if (options.moveTo !== undefined) await moveMasterKey(config.data, options.moveTo);
      const place = config.masterKey === null ? keyPlace(config.data) : 'environment';
      print(options, { place }, place ?? 'none yet');
    });
}
