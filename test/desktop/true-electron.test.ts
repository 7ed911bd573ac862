import { describe } from 'vitest';
import { binary, startElectron } from './electron-driver.ts';
import { scenarios } from './scenarios.ts';

if (!binary) process.stderr.write('Skipped: the desktop on the true Electron, whose binary is not installed here.\n');

describe.skipIf(!binary)('the desktop on the true Electron', () => scenarios(startElectron));
