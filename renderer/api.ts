import type { Accounts } from '../server/contract/accounts.ts';
import type { KeyMode } from '../server/contract/document.ts';
import type {
  Company,
  DocumentIds,
  DocumentRow,
  DocumentRows,
  ImportedCompanies,
  InboxChoices,
  InboxQuery,
  OfficeWork,
  SavedView,
  SentPerson,
  SignedIn,
  Supplier,
  TakenIn,
  Taught,
  TestedWebhook,
  WindowAccess,
  WindowActivity,
  WindowDelivery,
  WindowError,
  WindowEvent,
  WindowPreferences,
  WindowSettings,
  WrittenBackup,
} from '../server/contract/window.ts';
import type { DueList, DueQuery, Payment } from '../server/contract/window-due.ts';
import type { ExportPreview, ExportTarget, ExportWish, OriginalsWish } from '../server/contract/window-exports.ts';
import type {
  Arrange,
  Arranged,
  DocumentDetail,
  PageText,
  ReadAgain,
  SavedDraft,
  SentDraft,
  Split,
  TypedDraft,
  WindowProof,
} from '../server/contract/window-review.ts';
import type { OpenApi } from './developers/openapi.ts';

/** What went wrong, by the code that the window has a sentence for; `offline` where no answer came. */
export class ApiError extends Error {
  readonly code: string;
  /** The name of the one that was refused of a mail's or an archive's files. */
  readonly inside: string | null;

  constructor(code: string, message: string, inside: string | null = null) {
    super(message);
    this.code = code;
    this.inside = inside;
  }
}

/** A page as a picture, with its size in points. */
interface PagePicture {
  blob: Blob;
  width: number;
  height: number;
}

/** Browsers keep 64 KiB of requests alive, counted in bytes; a character takes three at most here. */
const KEPT_ALIVE_AT_MOST = 20_000;

const PAGE_SECRET = 'facturier.page';

/**
 * A form from elsewhere cannot send this header, and a page of another port, which gets our cookie, does not know what it
 * says: browsers keep storage for one origin alone.
 */
function ownPage(): { 'X-Facturier': string } {
  return { 'X-Facturier': localStorage.getItem(PAGE_SECRET) ?? 'window' };
}

export const api = {
  signIn: async (token: string) => {
    const { page } = await send<SignedIn>('POST', '/app/session', { token });
    localStorage.setItem(PAGE_SECRET, page);
  },
  handOver: (person: SentPerson) => send('PUT', '/app/session/person', person),
  savePerson: (person: SentPerson) => send<WindowSettings>('PUT', '/app/people', person),
  removePerson: (name: string) => send<WindowSettings>('DELETE', `/app/people/${encodeURIComponent(name)}`),
  signOut: () => send('DELETE', '/app/session'),
  settings: () => get<WindowSettings>('/app/settings'),
  saveCompany: (company: Company) => send<WindowSettings>('PUT', '/app/company', company),
  rows: (wanted: InboxQuery, offset: number, signal: AbortSignal) =>
    get<DocumentRows>(`/app/documents?${query({ ...wanted, offset })}`, signal),
  choices: (company: string | undefined) => get<InboxChoices>(`/app/document-choices?${query({ company })}`),
  due: (wanted: DueQuery) => get<DueList>(`/app/due?${query({ ...wanted })}`),
  dueCalendar,
  views: () => get<SavedView[]>('/app/views'),
  saveView: (view: SavedView) => send<SavedView[]>('PUT', '/app/views', view),
  removeView: (name: string) => send<SavedView[]>('DELETE', `/app/views/${encodeURIComponent(name)}`),
  ids: (wanted: InboxQuery) => get<DocumentIds>(`/app/document-ids?${query({ ...wanted })}`),
  exportTargets: () => get<ExportTarget[]>('/app/exports'),
  previewExport: (wish: ExportWish) => send<ExportPreview>('POST', '/app/exports/preview', wish),
  exportFile: (wish: ExportWish) => exported('/app/exports', wish),
  originals: (wish: OriginalsWish) => exported('/app/exports/originals', wish),
  companies: () => get<OfficeWork>('/app/companies'),
  importCompanies: (csv: string) => send<ImportedCompanies>('POST', '/app/companies', { csv }),
  removeCompany: (vat: string) => send<WindowSettings>('DELETE', `/app/companies/${vat}`),
  accounts: (vat: string) => get<Accounts>(`/app/companies/${vat}/accounts`),
  keepAccounts: (vat: string, accounts: Accounts) => send<Accounts>('PUT', `/app/companies/${vat}/accounts`, accounts),
  setPreferences: (changes: Partial<WindowPreferences>) => send<WindowSettings>('PUT', '/app/preferences', changes),
  backUp: () => send<WrittenBackup>('POST', '/app/backup'),
  access: () => get<WindowAccess>('/app/access'),
  createKey: (mode: KeyMode, label: string) => send<{ key: string }>('POST', '/app/keys', { mode, label }),
  revokeKey: (id: string) => send('DELETE', `/app/keys/${id}`),
  setWebhook: (url: string | null) => send<WindowAccess>('PUT', '/app/webhook', { url }),
  testWebhook: () => send<TestedWebhook>('POST', '/app/webhook/test'),
  signingSecret: () => get<{ secret: string }>('/app/webhook/secret'),
  rotateSecret: () => send<{ secret: string }>('POST', '/app/webhook/secret'),
  deliveries: () => get<WindowDelivery[]>('/app/deliveries'),
  sendAgain: (eventId: string) => send('POST', `/app/events/${eventId}`),
  suppliers: () => get<Supplier[]>('/app/suppliers'),
  taughtBySupplier: (id: string) => get<Taught[]>(`/app/suppliers/${id}`),
  forgetSupplier: (id: string) => send('DELETE', `/app/suppliers/${id}`),
  forgetTaught: (id: string) => send('DELETE', `/app/documents/${id}/taught`),
  proof: () => get<WindowProof>('/app/proof'),
  activity: () => get<WindowActivity>('/app/activity'),
  openapi: () => get<OpenApi>('/v1/openapi.json'),
  document: (id: string) => get<DocumentDetail>(`/app/documents/${id}`),
  saveDraft: (id: string, draft: TypedDraft) => send<SavedDraft>('PUT', `/app/documents/${id}/draft`, draft),
  confirm: (id: string, draft: SentDraft) => send<DocumentRow>('POST', `/app/documents/${id}/confirm`, draft),
  submitSample: () => send<DocumentRow>('POST', '/app/sample'),
  deleteDocument: (id: string) => send('DELETE', `/app/documents/${id}`),
  text: (id: string) => get<PageText[]>(`/app/documents/${id}/text`),
  leaveNote: (id: string, text: string) => send('POST', `/app/documents/${id}/note`, { text }),
  setDocumentCompany: (id: string, vat: string) => send<ReadAgain>('PUT', `/app/documents/${id}/company`, { vat }),
  pay: (id: string, payment: Payment) => send('POST', `/app/documents/${id}/payments`, payment),
  undoPayment: (id: string) => send('DELETE', `/app/documents/${id}/payments`),
  reopen: (id: string) => send('POST', `/app/documents/${id}/reopen`),
  retry: (id: string) => send<DocumentRow>('POST', `/app/documents/${id}/retry`),
  split: (id: string, parts: Split) => send<ReadAgain>('POST', `/app/documents/${id}/split`, parts),
  join: (id: string) => send<ReadAgain>('POST', `/app/documents/${id}/join`),
  arrange: (id: string, wish: Arrange) => send<Arranged>('POST', `/app/documents/${id}/arrange`, wish),
  restore: (id: string) => send<Arranged>('POST', `/app/documents/${id}/restore`),
  readAgain: (id: string) => send<ReadAgain>('POST', `/app/documents/${id}/read-again`),
  events,
  page,
  submit,
};

/**
 * Sends a file with its progress, which fetch cannot tell.
 * @param sent.company VAT number of the one that it is for; null where the invoice itself is to say it
 * @param sent.password of a PDF that has one
 * @param onProgress from 0 to 1
 */
function submit(
  sent: { file: File; company: string | null; id: string; password: string | null },
  onProgress: (part: number) => void,
): Promise<TakenIn> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { file, company, id, password } = sent;
    request.open(
      'POST',
      `/app/documents?${query({ filename: file.name, buyer_vat: company ?? undefined, upload: id })}`,
    );
    for (const [name, value] of Object.entries(ownPage())) request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    if (password !== null) request.setRequestHeader('File-Password', encodeURIComponent(password));
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as TakenIn);
      else reject(errorFrom(request.status, request.responseText));
    };
    request.onerror = () => reject(new ApiError('offline', 'No answer'));
    request.send(file);
  });
}

/**
 * Hears the server's events until the line ends. By fetch, because EventSource sends no header.
 * @throws ApiError when there is no line, or it breaks
 */
async function events(
  told: { onOpen: () => void; onEvent: (event: WindowEvent) => void },
  signal: AbortSignal,
): Promise<void> {
  const { body } = await answered(fetch('/app/events', { headers: ownPage(), signal }));
  told.onOpen();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = (await reader?.read().catch(offline)) ?? { done: true };
    if (done) return;
    // One that is not whole yet waits for the rest; what begins with a colon only says that the line lives.
    const whole = (text + value).split('\n\n');
    text = whole.pop() ?? '';
    for (const each of whole) if (each.startsWith('data: ')) told.onEvent(JSON.parse(each.slice(6)) as WindowEvent);
  }
}

async function page(id: string, number: number, dpi: number, signal: AbortSignal): Promise<PagePicture> {
  const response = await answered(
    fetch(`/app/documents/${id}/pages/${number}?dpi=${dpi}`, { headers: ownPage(), signal }),
  );
  const [width, height] = (response.headers.get('X-Page-Size') ?? '').split('x').map(Number);
  return { blob: await response.blob(), width: width ?? 0, height: height ?? 0 };
}

/** The days of what is to be paid, for a calendar (RFC 5545). */
async function dueCalendar(wanted: DueQuery & { language: string }): Promise<Blob> {
  return (await answered(fetch(`/app/due/calendar?${query({ ...wanted })}`, { headers: ownPage() }))).blob();
}

/** A file as it is to be saved, with how many documents are in it and how many were left out. */
export interface ExportFile {
  blob: Blob;
  name: string;
  exported: number;
  leftOut: number;
}

async function exported(path: string, wish: ExportWish | OriginalsWish): Promise<ExportFile> {
  const response = await answered(
    fetch(path, {
      method: 'POST',
      headers: { ...ownPage(), 'Content-Type': 'application/json' },
      body: JSON.stringify(wish),
    }),
  );
  const { headers } = response;
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? '';
  const count = (header: string): number => Number(headers.get(header) ?? 0);
  return { blob: await response.blob(), name, exported: count('X-Exported'), leftOut: count('X-Left-Out') };
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await answered(fetch(path, { headers: ownPage(), ...(signal && { signal }) }));
  return (await response.json()) as T;
}

async function send<T = void>(method: string, path: string, body?: unknown): Promise<T> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const response = await answered(
    fetch(path, {
      method,
      // What was sent arrives even when the page is left at once; browsers grant that to small bodies only.
      keepalive: text.length < KEPT_ALIVE_AT_MOST,
      headers: { ...ownPage(), ...(text && { 'Content-Type': 'application/json' }) },
      ...(text && { body: text }),
    }),
  );
  const answer = await response.text();
  return (answer === '' ? undefined : JSON.parse(answer)) as T;
}

async function answered(request: Promise<Response>): Promise<Response> {
  const response = await request.catch(offline);
  if (!response.ok) throw errorFrom(response.status, await response.text());
  return response;
}

function offline(error: Error): never {
  throw error.name === 'AbortError' ? error : new ApiError('offline', error.message);
}

function errorFrom(status: number, body: string): ApiError {
  try {
    const { error } = JSON.parse(body) as WindowError;
    return new ApiError(error.code, error.message, error.inside);
  } catch {
    return new ApiError('internal_error', `Status ${status}`);
  }
}

function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter((entry) => entry[1] !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
