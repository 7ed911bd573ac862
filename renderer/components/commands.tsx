import { Modal, TextInput, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldLetters } from '../../server/checks/fold.ts';
import type { Company, InboxQuery, WindowState } from '../../server/contract/window.ts';
import { useProgram } from '../export/to-export.ts';
import { chooseLanguage, languages } from '../i18n/i18n.ts';
import { askOnly } from '../inbox/inbox-view.ts';
import { viewsQuery } from '../inbox/saved-views.tsx';
import { goTo, type Route, settingsParts } from '../route.ts';

/** So many are shown: more are found by a word more. */
const MOST_SHOWN = 12;
const screens = ['home', 'inbox', 'suppliers', 'due', 'activity'] as const;
const states: WindowState[] = ['to_check', 'ready', 'confirmed', 'reading', 'failed'];

interface Command {
  name: string;
  act: () => void;
}

interface CommandsProps {
  companies: Company[];
  ownLanguage: boolean;
}

/** Everything that the window can show, by a few letters of its name: Ctrl+K opens it on every screen. */
export function Commands(props: CommandsProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpened(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return opened && <Palette {...props} onClose={() => setOpened(false)} />;
}

function Palette({ companies, ownLanguage, onClose }: CommandsProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands(companies, ownLanguage);
  const field = useRef<HTMLInputElement>(null);
  const [before] = useState(document.activeElement as HTMLElement);
  const acted = useRef(false);
  // Where nothing was chosen the keyboard goes back to where it was.
  useEffect(() => () => void (acted.current || before.focus({ preventScroll: true })), [before]);
  // Whoever types fast is ahead of the field that opens: its first letters, and Enter, are not for what lies behind it.
  useEffect(() => {
    const onEarlyKey = (event: globalThis.KeyboardEvent): void => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        field.current?.closest('[role=dialog]')?.contains(event.target as Node)
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Backspace') write(typed.slice(0, -1));
      else if (event.key.length === 1) write(typed + event.key);
      else onKey(event.key);
    };
    addEventListener('keydown', onEarlyKey, { capture: true });
    return () => removeEventListener('keydown', onEarlyKey, { capture: true });
  });
  const write = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const words = foldLetters(typed).split(/\s+/).filter(Boolean);
  const found = commands
    .filter(({ name }) => words.every((word) => foldLetters(name).includes(word)))
    .slice(0, MOST_SHOWN);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    acted.current = true;
    onClose();
    // What is led to takes the keyboard where nothing has it.
    (document.activeElement as HTMLElement).blur();
    command.act();
  };
  /** @returns whether the key is one of the list's */
  const onKey = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setAt((before) => (before + step + found.length) % Math.max(1, found.length));
    else if (key === 'Enter') run(found[at]);
    else return false;
    return true;
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('commands.title')}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('keys.close') }}
    >
      <TextInput
        ref={field}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        aria-label={t('commands.hint')}
        placeholder={t('commands.hint')}
        autoComplete="off"
        value={typed}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (onKey(event.key)) event.preventDefault();
        }}
      />
      <div role="listbox" id={id} aria-label={t('commands.title')} className="commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={command.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={index === at ? 'command candidate-at' : 'command'}
            onClick={() => run(command)}
          >
            {command.name}
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{t('inbox.nothingFound')}</p>}
    </Modal>
  );
}

function useCommands(companies: Company[], ownLanguage: boolean): Command[] {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const to = (name: string, route: Route): Command => ({ name, act: () => goTo(route) });
  const listed = (name: string, query: InboxQuery): Command => ({ name, act: () => askOnly(query) });
  const inbox = t('nav.inbox');
  const { data: views = [] } = useQuery(viewsQuery);
  const program = useProgram();
  return [
    ...screens
      .filter((screen) => screen !== 'home' || companies.length > 1)
      .map((screen) => to(t(`nav.${screen}`), { screen })),
    ...states.map((state) => listed(`${inbox}: ${t(`filter.${state}`)}`, { state })),
    ...(program === undefined ? [] : [listed(`${inbox}: ${t('filter.to_export')}`, { toExport: program })]),
    ...views.map(({ name, query }) => listed(`${t('views.title')}: ${name}`, query)),
    ...companies.map(({ vat, name }) => listed(`${inbox}: ${name ? `${name} (${vat})` : vat}`, { company: vat })),
    ...settingsParts.map((part) => to(`${t('nav.settings')}: ${t(`settings.${part}`)}`, { screen: 'settings', part })),
    to(t('developers.title'), { screen: 'developers' }),
    ...(ownLanguage
      ? languages
          .filter((language) => language !== i18n.language)
          .map((language) => ({
            name: `${t('appearance.language')}: ${language.toUpperCase()}`,
            act: () => void chooseLanguage(language),
          }))
      : []),
    ...(['light', 'dark'] as const).map((scheme) => ({
      name: `${t('appearance.theme')}: ${t(`appearance.${scheme}`)}`,
      act: () => setColorScheme(scheme),
    })),
  ];
}
