import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const keys: [string[], string][] = [
  [['Enter'], 'accept'],
  [['Alt', '↓'], 'nextDoubtful'],
  [['Ctrl', 'Enter'], 'confirm'],
  [['Ctrl', 'Z'], 'undo'],
  [['Alt', '←'], 'back'],
  [['?'], 'help'],
];

/** What the keyboard can do in a review. */
export function CheatSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('keys.close') }}
    >
      <Table>
        <Table.Tbody>
          {keys.map(([names, does]) => (
            <Table.Tr key={does}>
              <Table.Td>
                {names.map((name) => (
                  <Kbd key={name} mr={4}>
                    {name}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{t(`keys.${does}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
