import { Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language, languages } from '../i18n/i18n.ts';
import { OneOf } from './one-of.tsx';

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
      <OneOf
        small
        label={t('appearance.language')}
        value={i18n.language as Language}
        disabled={language !== undefined}
        onChange={(chosen) => void chooseLanguage(chosen)}
        options={languages.map((one) => ({ value: one, label: one.toUpperCase() }))}
      />
      <OneOf
        small
        label={t('appearance.theme')}
        value={scheme}
        onChange={setColorScheme}
        options={[
          { value: 'light', label: t('appearance.light') },
          { value: 'dark', label: t('appearance.dark') },
        ]}
      />
    </Group>
  );
}
