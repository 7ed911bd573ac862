import { Button, CopyButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Puts a text on the clipboard and says so. @param name what it is, for those who do not see where the button stands */
export function Copied({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="compact-sm" variant="default" aria-label={`${t('copy')}: ${name}`} onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      )}
    </CopyButton>
  );
}
