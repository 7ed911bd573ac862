import { Container, NavLink, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { addressOf, type SettingsPart, settingsParts } from '../route.ts';
import { About } from './about.tsx';
import { Companies } from './companies.tsx';
import { Deliveries } from './deliveries.tsx';
import { Exporting } from './exporting.tsx';
import { Keeping } from './keeping.tsx';
import { People } from './people.tsx';
import { Programs } from './programs.tsx';
import { Watched } from './watched.tsx';

/** A few settings at a time, each at an address of its own. */
export function Settings({ settings, part }: { settings: WindowSettings; part: SettingsPart }) {
  const { t } = useTranslation();
  return (
    <Container size="lg" py="lg" className="settings">
      <nav aria-label={t('nav.settings')}>
        {settingsParts.map((one) => (
          <NavLink
            key={one}
            href={addressOf({ screen: 'settings', part: one })}
            label={t(`settings.${one}`)}
            active={one === part}
            aria-current={one === part ? 'page' : undefined}
          />
        ))}
      </nav>
      <div>
        <Title order={1} size="h3" mb="md">
          {t(`settings.${part}`)}
        </Title>
        {part === 'companies' && <Companies settings={settings} />}
        {part === 'people' && <People settings={settings} />}
        {part === 'folder' && <Watched settings={settings} />}
        {part === 'exporting' && <Exporting settings={settings} />}
        {part === 'programs' && <Programs settings={settings} />}
        {part === 'deliveries' && <Deliveries />}
        {part === 'keeping' && <Keeping settings={settings} />}
        {part === 'about' && <About settings={settings} />}
      </div>
    </Container>
  );
}
