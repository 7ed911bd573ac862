import '@mantine/core/styles.css';
import './window.css';
import './home/home.css';
import './inbox/document-list.css';
import './review/page.css';
import './review/fields.css';
import './print.css';
import './queries.ts';

// All else is run while the server answers what is asked there; the page names it too, so that it is loaded at once.
void import('./window.tsx');
