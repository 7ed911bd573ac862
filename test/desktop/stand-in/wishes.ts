import { app } from './app.ts';
import { windows } from './browser-window.ts';
import { events } from './machine.ts';
import { clickable, shownNotification } from './menus.ts';
import { powerMonitor } from './system.ts';

export type StandInWish =
  | { do: 'click'; label: string }
  | { do: 'quit' | 'resume' | 'close' | 'notification' }
  | { do: 'open-file'; path: string };

/** The tests have the person at the machine do things by messages: a click in a menu, a file onto the icon, sleep. */
process.on('message', (wish: StandInWish) => {
  if (wish.do === 'click') clickable(wish.label)?.click?.(null as never, undefined, null as never);
  if (wish.do === 'quit') app.quit();
  if (wish.do === 'resume') powerMonitor.emit('resume');
  if (wish.do === 'close') for (const window of windows) window.askToClose();
  if (wish.do === 'notification') shownNotification?.emit('click');
  if (wish.do === 'open-file') events.emit('open-file', { preventDefault: () => undefined }, wish.path);
});
