import { Alert, Anchor, Center, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../server/contract/window.ts';
import { Appearance } from './components/appearance.tsx';
import { Commands } from './components/commands.tsx';
import { Home } from './home/home.tsx';
import { DropZone } from './inbox/drop-zone.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { companyInView } from './inbox/inbox-view.ts';
import { useOpenedFiles } from './inbox/opened-files.ts';
import { upload } from './inbox/uploads.ts';
import { UploadsElsewhere } from './inbox/uploads-elsewhere.tsx';
import { useLiveUpdates } from './live.ts';
import { usePageTitle } from './page-title.ts';
import { PersonMenu } from './people/person-menu.tsx';
import { WhoWorksHere } from './people/take-over.tsx';
import { addressOf, goTo, type Route, useRoute } from './route.ts';
import { useSession } from './session.ts';

/** By then the first list is there, and nobody has opened a document of it. */
const REVIEW_AFTER_MS = 700;

/** What the first list needs is loaded first, and the review, which follows it, while that is looked at. */
const loadReview = () => import('./review/review.tsx');
const Review = lazy(async () => ({ default: (await loadReview()).Review }));
/** What is looked at now and then is loaded then. */
const Settings = lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings }));
const Activity = lazy(async () => ({ default: (await import('./activity/activity.tsx')).Activity }));
const Suppliers = lazy(async () => ({ default: (await import('./suppliers/suppliers.tsx')).Suppliers }));
const Due = lazy(async () => ({ default: (await import('./due/due.tsx')).Due }));
const SideBySide = lazy(async () => ({ default: (await import('./review/side-by-side.tsx')).SideBySide }));
const Developers = lazy(async () => ({ default: (await import('./developers/developers.tsx')).Developers }));

export function App() {
  const { settings, problem } = useSession();
  if (problem?.code === 'unauthorized') return <SignedOut />;
  if (settings) {
    const { people, person } = settings;
    const isSaid = people.length === 0 || people.some(({ name }) => name === person);
    return isSaid ? <SignedIn settings={settings} /> : <WhoWorksHere people={people} />;
  }
  return problem ? <NoAnswer /> : <Waiting />;
}

function SignedIn({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const route = useRoute();
  const connected = useLiveUpdates();
  const { companies } = settings;
  // With one company the list says all that the first page would.
  const hasHome = companies.length > 1;
  const screen = route.screen === 'home' && !hasHome ? 'inbox' : route.screen;
  usePageTitle(screen);
  useOpenedFiles(companies);
  useEffect(() => void setTimeout(loadReview, REVIEW_AFTER_MS), []);
  const [waiting, setWaiting] = useState<File[]>([]);
  if (companies.length > 0 && waiting.length > 0) {
    upload(waiting, companyInView(companies));
    setWaiting([]);
  }
  const take = (files: File[]): void => {
    if (companies.length > 0) upload(files, companyInView(companies));
    else {
      setWaiting((before) => [...before, ...files]);
      // There the company is asked for.
      goTo({ screen: 'inbox' });
    }
  };
  return (
    <DropZone onFiles={take} companies={companies}>
      <Commands companies={settings.companies} ownLanguage={settings.policy.language === undefined} />
      <header className="window-head">
        <a href={addressOf({ screen: hasHome ? 'home' : 'inbox' })} className="brand">
          Facturier
        </a>
        <nav className="screens" aria-label={t('nav.label')}>
          {hasHome && <NavLink to={{ screen: 'home' }} current={screen} />}
          <NavLink to={{ screen: 'inbox' }} current={screen} />
          <NavLink to={{ screen: 'suppliers' }} current={screen} />
          <NavLink to={{ screen: 'due' }} current={screen} />
          <NavLink to={{ screen: 'activity' }} current={screen} />
          <NavLink to={{ screen: 'settings', part: 'companies' }} current={screen} />
        </nav>
        <div className="window-head-end">
          {screen !== 'inbox' && <UploadsElsewhere />}
          {settings.person !== null && settings.people.length > 0 && (
            <PersonMenu people={settings.people} person={settings.person} />
          )}
          <Appearance language={settings.policy.language} />
        </div>
      </header>
      <main className="window-main">
        {!connected && (
          <Alert color="orange" radius={0} py="xs" role="status">
            {t('offline.banner')}
          </Alert>
        )}
        {settings.watched && settings.watched.state !== 'watching' && (
          <FolderTrouble part="folder" title={t('watched.title')} why={t(`watchState.${settings.watched.state}`)} />
        )}
        {settings.exporting && settings.exporting.state !== 'writing' && (
          <FolderTrouble
            part="exporting"
            title={t('exporting.title')}
            why={t(`exportState.${settings.exporting.state}`)}
          />
        )}
        {screen === 'home' && <Home companies={companies} take={take} />}
        {screen === 'inbox' && <Inbox settings={settings} waiting={waiting.length} take={take} />}
        {/* A screen of its own for each: the one that is left would stay behind the one that loads, and hear its keys. */}
        <Suspense key={route.screen} fallback={<Waiting />}>
          {route.screen === 'review' && <Review key={route.id} id={route.id} />}
          {route.screen === 'settings' && <Settings settings={settings} part={route.part} />}
          {route.screen === 'beside' && (
            <SideBySide key={`${route.id} ${route.other}`} id={route.id} other={route.other} />
          )}
          {route.screen === 'suppliers' && <Suppliers settings={settings} />}
          {route.screen === 'due' && <Due companies={companies} query={route.query ?? {}} />}
          {route.screen === 'activity' && <Activity />}
          {route.screen === 'developers' && <Developers settings={settings} />}
        </Suspense>
      </main>
    </DropZone>
  );
}

/** A folder that nothing comes from or goes to, until its cause has gone. @param part of the settings, where it is chosen */
function FolderTrouble({ part, title, why }: { part: 'folder' | 'exporting'; title: string; why: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="orange" radius={0} py="xs" role="status">
      {title}: {why}{' '}
      <Anchor href={addressOf({ screen: 'settings', part })} fz="sm">
        {t('watched.look')}
      </Anchor>
    </Alert>
  );
}

function NavLink({ to, current }: { to: Route; current: string }) {
  const { t } = useTranslation();
  return (
    <a href={addressOf(to)} aria-current={to.screen === current ? 'page' : undefined}>
      {t(`nav.${to.screen}`)}
    </a>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Center h="100vh">
      <Loader role="progressbar" aria-label={t('loading')} />
    </Center>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  usePageTitle(undefined);
  return (
    <Notice title={t('signedOut.title')}>
      <Text>{t('signedOut.how')}</Text>
      <Code block>npx facturier open</Code>
      <Text className="quiet">{t('signedOut.why')}</Text>
    </Notice>
  );
}

function NoAnswer() {
  const { t } = useTranslation();
  return (
    <Notice title={t('offline.title')}>
      <Text>{t('offline.how')}</Text>
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Center component="main" h="100vh" p="md">
      <Stack maw={460}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
        <Group justify="flex-start">
          <Appearance />
        </Group>
      </Stack>
    </Center>
  );
}
