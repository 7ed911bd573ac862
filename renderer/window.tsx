import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Fault } from './components/fault.tsx';
import { startI18n } from './i18n/i18n.ts';
import { askedFirst, queries, signedIn } from './queries.ts';
import { signInFromAddress } from './session.ts';

/** So long the first frame waits for what the server answers. */
const DRAWN_AFTER_MS = 80;

const theme = createTheme({ primaryColor: 'cyan', primaryShade: 9 });
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// A link that is opened in a tab of this window changes only the fragment there, and loads nothing.
addEventListener('hashchange', async () => {
  if (await signInFromAddress()) await queries.resetQueries();
});

await Promise.all([signedIn, startI18n()]);
// What is drawn at once with all its rows is there sooner than a frame without them that is drawn anew.
await Promise.race([askedFirst, new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS))]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queries}>
        <Fault>
          <App />
        </Fault>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
