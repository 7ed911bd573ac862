import { Combobox, type ComboboxStore, Group, Text, useVirtualizedCombobox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf } from '../../server/contract/fields.ts';
import { useFormats } from '../i18n/format.ts';
import { fieldLabel } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import type { Candidate } from './page-values.ts';
import { shownText } from './typed-value.ts';

/** The list of candidates under a field: the down arrow opens it, and the one in hand is shown on the page. */
export function useCandidates(path: string, candidates: Candidate[], hands: FieldHands): ComboboxStore {
  const [at, setAt] = useState(-1);
  const lookAt = (index: number): void => {
    setAt(index);
    hands.lookAt(candidates[index] ?? null);
  };
  const combobox = useVirtualizedCombobox({
    totalOptionsCount: candidates.length,
    getOptionId: (index) => optionId(path, index),
    selectedOptionIndex: at,
    setSelectedOptionIndex: lookAt,
    onDropdownClose: () => lookAt(-1),
    onSelectedOptionSubmit(index) {
      const candidate = candidates[index];
      combobox.closeDropdown();
      if (candidate) hands.pick(path, candidate);
    },
  });
  return combobox;
}

interface CandidateListProps {
  combobox: ComboboxStore;
  path: string;
  candidates: Candidate[];
  hands: FieldHands;
}

export function CandidateList({ combobox, path, candidates, hands }: CandidateListProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (candidates.length === 0) return null;
  return (
    <Combobox.Dropdown>
      <Combobox.Options aria-label={t('candidates.label', { field: fieldLabel(t, path) })}>
        {candidates.map((candidate, index) => (
          <Combobox.Option
            key={candidate.value}
            id={optionId(path, index)}
            value={String(index)}
            selected={combobox.selectedOptionIndex === index}
            aria-selected={combobox.selectedOptionIndex === index}
            className={combobox.selectedOptionIndex === index ? 'candidate candidate-at' : 'candidate'}
            onMouseEnter={() => combobox.selectOption(index)}
            onClick={() => {
              combobox.closeDropdown();
              hands.pick(path, candidate);
            }}
          >
            <Group justify="space-between" gap="md" wrap="nowrap">
              <Text fz="sm" fw={600} className={typeof candidate.value === 'string' ? 'truncate' : 'nowrap'}>
                {shownText(candidate.value, kindOf(path), formats)}
              </Text>
              <Text fz="xs" className="quiet truncate">
                {candidate.sums.length > 0
                  ? candidate.sums.map((name) => t(`why.sum.${name}.holds`)).join(', ')
                  : candidate.before}
              </Text>
            </Group>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function optionId(path: string, index: number): string {
  return `candidate-${path}-${index}`;
}
