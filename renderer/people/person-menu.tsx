import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../server/contract/window.ts';
import { TakeOver } from './take-over.tsx';

/** Who works at this window, and its handing over to another. */
export function PersonMenu({ people, person }: { people: Person[]; person: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('people.change', { name: person })}
        onClick={() => setOpened(true)}
        maw={180}
      >
        {person}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('people.who')}
        transitionProps={{ duration: 0 }}
        // The lock would put a style element into the page, which the page's policy forbids.
        lockScroll={false}
        attributes={{ header: { role: 'presentation' } }}
        closeButtonProps={{ 'aria-label': t('keys.close') }}
      >
        <TakeOver people={people.filter(({ name }) => name !== person)} onTaken={() => setOpened(false)} />
      </Modal>
    </>
  );
}
