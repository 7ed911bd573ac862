import { Group, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languages } from '../i18n/i18n.ts';

/** Language and light or dark. @param props.language set where the machine's policy says which it is */
export function Appearance({ language }: { language?: string | undefined }) {
  const { t, i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const settled = languages.find((one) => one === language);
    if (settled) void chooseLanguage(settled);
  }, [language]);
  return (
    <Group gap="xs" wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label={t('appearance.language')}
        value={i18n.language}
        disabled={language !== undefined}
        onChange={(language) => void chooseLanguage(language as Language)}
        data={languages.map((language) => ({ value: language, label: language.toUpperCase() }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('appearance.theme')}
        value={scheme}
        onChange={(chosen) => setColorScheme(chosen as 'light' | 'dark')}
        data={[
          { value: 'light', label: t('appearance.light') },
          { value: 'dark', label: t('appearance.dark') },
        ]}
      />
    </Group>
  );
}
