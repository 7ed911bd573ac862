import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const groups: { name: string; keys: [string[], string][] }[] = [
  {
    name: 'inFields',
    keys: [
      [['Enter'], 'accept'],
      [['Alt', '↓'], 'nextDoubtful'],
      [['Alt', '↑'], 'previousDoubtful'],
      [['↓'], 'candidates'],
      [['Ctrl', 'Z'], 'undo'],
      [['Ctrl', 'Y'], 'redo'],
    ],
  },
  {
    name: 'inLines',
    keys: [
      [['↑', '↓'], 'rows'],
      [['='], 'figure'],
      [['Ctrl', 'D'], 'fillDown'],
      [['Alt', 'C'], 'bookings'],
      [['Ctrl', 'V'], 'paste'],
      [['Alt', 'Enter'], 'addLine'],
      [['Alt', 'Shift', 'Enter'], 'splitLine'],
      [['Alt', 'Shift', 'Backspace'], 'joinLines'],
      [['Alt', 'Delete'], 'removeLine'],
      [['Alt', 'Shift', '↑↓'], 'moveLine'],
    ],
  },
  {
    name: 'onPage',
    keys: [
      [['+', '−', '0'], 'zoom'],
      [['R'], 'turn'],
      [['PageUp', 'PageDown'], 'pages'],
      [['Alt', 'X'], 'cut'],
      [['Space'], 'cutHere'],
      [['Shift', '←→'], 'moveCut'],
      [['Alt', 'P'], 'arrange'],
      [['R', 'Delete'], 'arrangePage'],
    ],
  },
  {
    name: 'document',
    keys: [
      [['Ctrl', 'Enter'], 'confirm'],
      [['Alt', 'PageDown'], 'nextDocument'],
      [['Alt', '→'], 'besideDuplicate'],
      [['Alt', 'J'], 'takeLeft'],
      [['Alt', 'K'], 'takeRight'],
      [['Alt', '←'], 'back'],
      [['Ctrl', 'K'], 'commands'],
      [['?', 'F1'], 'help'],
    ],
  },
];

/** What the keyboard can do in a review. */
export function CheatSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      size="lg"
      // The lock would put a style element into the page, which the page's policy forbids.
      lockScroll={false}
      // Its head is no banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('keys.close') }}
    >
      <Table verticalSpacing={4}>
        {groups.map(({ name, keys }) => (
          <Table.Tbody key={name}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup">
                {t(`keys.${name}`)}
              </Table.Th>
            </Table.Tr>
            {keys.map(([names, does]) => (
              <Table.Tr key={does}>
                <Table.Td className="nowrap">
                  {names.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{t(`keys.${does}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Modal>
  );
}
