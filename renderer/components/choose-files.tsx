import { Button, FileButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The formats that are taken; the server decides by content whatever a dialog let through. */
const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/gif,image/webp,.xml,.zip';

/** Takes files of a dialog, as dropping them does. */
export function ChooseFiles({ take }: { take: (files: File[]) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton multiple accept={ACCEPTED} onChange={take}>
      {(props) => <Button {...props}>{t('inbox.choose')}</Button>}
    </FileButton>
  );
}
