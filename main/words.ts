/** What the desktop says outside its page, where the system has the last word on the language. */
const ro = {
  show: 'Deschide Facturier',
  pause: 'Oprește citirea pentru moment',
  resume: 'Continuă citirea',
  startAtLogin: 'Pornește odată cu calculatorul',
  quit: 'Închide Facturier',
  file: 'Fișier',
  edit: 'Editare',
  view: 'Vizualizare',
  help: 'Ajutor',
  dataFolder: 'Arată dosarul cu date',
  logFolder: 'Arată jurnalele',
  contract: 'Descrierea API-ului',
  idle: 'Nu așteaptă nicio factură',
  waiting: (count: number) => (count === 1 ? 'O factură se citește' : `${count} facturi se citesc`),
  paused: 'Citirea este oprită',
  down: 'Serverul repornește',
  batchReady: (documents: number) => (documents === 1 ? 'Factura este citită' : `${documents} facturi sunt citite`),
  toCheck: (count: number) =>
    count === 0
      ? 'Niciuna nu are câmpuri de verificat.'
      : count === 1
        ? 'Una are câmpuri de verificat.'
        : `${count} au câmpuri de verificat.`,
  keychainTitle: 'Cheia datelor nu poate fi deschisă',
  keychainNew:
    'Facturier păstrează cheia datelor în depozitul de chei al sistemului, care este blocat sau lipsește. Deblocați-l și încercați din nou, sau păstrați cheia într-un fișier din dosarul cu date: atunci oricine poate citi dosarul poate citi și facturile.',
  keychainExisting:
    'Cheia datelor se află în depozitul de chei al sistemului, care este blocat sau lipsește. Deblocați-l și încercați din nou.',
  tryAgain: 'Încearcă din nou',
  useFile: 'Păstrează cheia într-un fișier',
};

const en: typeof ro = {
  show: 'Open Facturier',
  pause: 'Pause reading',
  resume: 'Go on reading',
  startAtLogin: 'Start when I log in',
  quit: 'Quit Facturier',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  help: 'Help',
  dataFolder: 'Show the data folder',
  logFolder: 'Show the logs',
  contract: 'Description of the API',
  idle: 'No invoice waits',
  waiting: (count) => (count === 1 ? 'One invoice is being read' : `${count} invoices are being read`),
  paused: 'Reading is paused',
  down: 'The server is restarting',
  batchReady: (documents) => (documents === 1 ? 'The invoice is read' : `${documents} invoices are read`),
  toCheck: (count) =>
    count === 0
      ? 'None has fields to check.'
      : count === 1
        ? 'One has fields to check.'
        : `${count} have fields to check.`,
  keychainTitle: 'The key of the data cannot be opened',
  keychainNew:
    "Facturier keeps the key of its data in the system's keychain, which is locked or missing. Unlock it and try again, or keep the key in a file in the data folder: then whoever can read the folder can read the invoices.",
  keychainExisting:
    "The key of the data is in the system's keychain, which is locked or missing. Unlock it and try again.",
  tryAgain: 'Try again',
  useFile: 'Keep the key in a file',
};

export type Words = typeof ro;

/** @param locale as the system names it, such as `ro-RO` */
export function wordsFor(locale: string): Words {
  return locale.toLowerCase().startsWith('ro') ? ro : en;
}
