import { readFileSync } from 'node:fs';

/** Loaded before a server (`--import`): puts its clock as many milliseconds ahead as the file says that the clock is named by. */
const path = process.env.SHIFTED_CLOCK;
if (path === undefined) throw new Error('SHIFTED_CLOCK names no file.');
const real = Date.now.bind(Date);
let ahead = Number(readFileSync(path, 'utf8'));
setInterval(() => {
  ahead = Number(readFileSync(path, 'utf8')) || ahead;
}, 100).unref();
Date.now = () => real() + ahead;
