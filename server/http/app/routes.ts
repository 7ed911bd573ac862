import { type RequestHandler, type Response, Router } from 'express';
import type { Context } from '../../context.ts';
import { createDocumentList } from '../../store/document-list.ts';
import type { BodyBudget } from '../body-budget.ts';
import { ApiError, ClientGone } from '../errors.ts';
import { bodyOf } from '../json-body.ts';
import { askForBody } from '../received.ts';
import { access, createKey, revokeKey } from './access.ts';
import { keepAccounts, listAccounts } from './accounts.ts';
import { activity, proof } from './activity.ts';
import { arrange, restore } from './arrange.ts';
import { companiesAtWork, importCompanies } from './companies.ts';
import { detail, documentChoices, documentIds, pagePicture, remove, rows } from './documents.ts';
import { dueCalendar, listDue } from './due.ts';
import { exportTargets, previewExport, writeExport } from './exports.ts';
import { live } from './live.ts';
import { writeOriginals } from './originals.ts';
import { pay, takeBackPayment } from './payments.ts';
import { removePerson, savePerson } from './people.ts';
import { confirm, leaveNote, readAgain, reopen, retry, saveDraft, setCompany, text } from './review.ts';
import { handOver, ownPage, scopeOf, signIn, signOut, withSession } from './session.ts';
import { backUp, removeCompany, saveCompany, setPreferences, settings } from './settings.ts';
import { join, split } from './split.ts';
import { submit, submitSample } from './submit.ts';
import { forgetSupplier, forgetTaught, listSuppliers, taughtBySupplier } from './suppliers.ts';
import { listViews, removeView, saveView } from './views.ts';
import { listDeliveries, rotateSecret, sendAgain, setWebhook, signingSecret, testWebhook } from './webhook.ts';

/** An invoice of a few thousand lines fits. */
const bodyBytes = 4 * 1024 * 1024;
/** A token fits; whoever sends one is not signed in yet. */
const signInBytes = 1024;

/** The private API of our own window, as a table of contents. It changes with the window and is promised to nobody. */
export function windowRoutes(ctx: Context, budget: BodyBudget): Router {
  const routes = Router();
  const session = withSession(ctx);
  const list = createDocumentList(ctx.store, ctx.clock);
  const json = (): RequestHandler => jsonBody(budget, bodyBytes, (res) => scopeOf(res).tenantId);
  routes.use(ownPage(), noStore);

  routes.post(
    '/session',
    jsonBody(budget, signInBytes, () => 'nobody yet'),
    signIn(ctx),
  );
  routes.delete('/session', signOut(ctx));
  routes.put('/session/person', session, json(), handOver(ctx));
  routes.put('/people', session, json(), savePerson(ctx));
  routes.delete('/people/:name', session, removePerson(ctx));
  routes.get('/settings', session, settings(ctx));
  routes.put('/company', session, json(), saveCompany(ctx));
  routes.get('/companies', session, companiesAtWork(ctx, list));
  routes.post('/companies', session, json(), importCompanies(ctx));
  routes.delete('/companies/:vat', session, removeCompany(ctx));
  routes.get('/companies/:vat/accounts', session, listAccounts(ctx));
  routes.put('/companies/:vat/accounts', session, json(), keepAccounts(ctx));
  routes.put('/preferences', session, json(), setPreferences(ctx));
  routes.post('/backup', session, backUp(ctx));
  routes.get('/activity', session, activity(ctx));
  routes.get('/proof', session, proof(ctx));
  routes.get('/access', session, access(ctx));
  routes.post('/keys', session, json(), createKey(ctx));
  routes.delete('/keys/:id', session, revokeKey(ctx));
  routes.put('/webhook', session, json(), setWebhook(ctx));
  routes.post('/webhook/test', session, testWebhook(ctx));
  routes.get('/webhook/secret', session, signingSecret(ctx));
  routes.post('/webhook/secret', session, rotateSecret(ctx));
  routes.get('/suppliers', session, listSuppliers(ctx));
  routes.get('/suppliers/:id', session, taughtBySupplier(ctx));
  routes.delete('/suppliers/:id', session, forgetSupplier(ctx));
  routes.get('/deliveries', session, listDeliveries(ctx));
  routes.post('/events/:id', session, sendAgain(ctx));
  routes.get('/events', session, live(ctx, list));
  routes.get('/documents', session, rows(ctx, list));
  routes.get('/document-ids', session, documentIds(list));
  routes.get('/document-choices', session, documentChoices(list));
  routes.get('/due', session, listDue(ctx, list));
  routes.get('/due/calendar', session, dueCalendar(ctx, list));
  routes.get('/views', session, listViews(ctx));
  routes.put('/views', session, json(), saveView(ctx));
  routes.delete('/views/:name', session, removeView(ctx));
  routes.get('/exports', session, exportTargets());
  routes.post('/exports', session, json(), writeExport(ctx, list));
  routes.post('/exports/originals', session, json(), writeOriginals(ctx, list));
  routes.post('/exports/preview', session, json(), previewExport(ctx, list));
  routes.post('/documents', session, submit(ctx, budget));
  routes.post('/sample', session, submitSample(ctx, budget));
  routes.get('/documents/:id', session, detail(ctx));
  routes.delete('/documents/:id', session, remove(ctx));
  routes.get('/documents/:id/pages/:number', session, pagePicture(ctx));
  routes.get('/documents/:id/text', session, text(ctx));
  routes.put('/documents/:id/draft', session, json(), saveDraft(ctx));
  routes.post('/documents/:id/confirm', session, json(), confirm(ctx));
  routes.delete('/documents/:id/taught', session, forgetTaught(ctx));
  routes.post('/documents/:id/note', session, json(), leaveNote(ctx));
  routes.post('/documents/:id/payments', session, json(), pay(ctx));
  routes.delete('/documents/:id/payments', session, takeBackPayment(ctx));
  routes.post('/documents/:id/read-again', session, readAgain(ctx));
  routes.post('/documents/:id/reopen', session, reopen(ctx));
  routes.post('/documents/:id/retry', session, retry(ctx));
  routes.post('/documents/:id/split', session, json(), split(ctx));
  routes.post('/documents/:id/join', session, join(ctx));
  routes.post('/documents/:id/arrange', session, json(), arrange(ctx));
  routes.post('/documents/:id/restore', session, restore(ctx));
  routes.put('/documents/:id/company', session, json(), setCompany(ctx));
  return routes;
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** Our own page sends well-formed JSON; whatever is wrong with another's is not told apart. */
function jsonBody(budget: BodyBudget, mostBytes: number, tenantOf: (res: Response) => string): RequestHandler {
  return async (req, res, next) => {
    askForBody(req);
    const held = budget.hold(tenantOf(res));
    try {
      const body = await bodyOf(req, { mostBytes, held });
      req.body = JSON.parse(body.toString('utf8'));
    } catch (error) {
      if (error instanceof ClientGone || (error instanceof ApiError && error.code === 'overloaded')) throw error;
      throw new ApiError('invalid_request', 'The body is not right.');
    } finally {
      held.end();
    }
    next();
  };
}
