import { Alert, Button, Center } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Translation } from 'react-i18next';

/** Stands in for a screen whose program failed: words and a way out in place of an empty page. */
export class Fault extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Translation>
        {(t) => (
          <Center h="100vh">
            <Alert color="red" title={t('fault.title')}>
              <Button variant="default" onClick={() => location.reload()}>
                {t('fault.reload')}
              </Button>
            </Alert>
          </Center>
        )}
      </Translation>
    );
  }
}
