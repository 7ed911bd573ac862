import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Db } from './store/db.ts';
import { backlog as documentsWaiting } from './store/documents.ts';
import { backlog as eventsWaiting } from './store/events.ts';

export interface Metrics {
  /** @param outcome `succeeded` or the failed document's error code */
  readingEnded(outcome: string, milliseconds: number): void;
  /** @param outcome `delivered`, or what kind of failure the attempt was */
  attemptEnded(outcome: string, milliseconds: number): void;
  contentType: string;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
}

/** @param db asked at every scrape how much waits */
export function createMetrics(db: Db, clock: Clock): Metrics {
  // A registry of its own: two servers in one process (tests) must not add up.
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'facturier_' });

  const readings = new Histogram({
    name: 'facturier_reading_duration_seconds',
    help: 'Time from the start of a reading to its end, by outcome',
    labelNames: ['outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
    registers,
  });
  const attempts = new Histogram({
    name: 'facturier_delivery_attempt_duration_seconds',
    help: 'Time of one attempt to deliver an event, by outcome',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const documents = new Gauge({
    name: 'facturier_documents',
    help: 'Documents that are not finished, by status',
    labelNames: ['status'],
    registers,
  });
  const deliveries = new Gauge({
    name: 'facturier_deliveries',
    help: 'Deliveries with an attempt before them: all of them, and those due now',
    labelNames: ['state'],
    registers,
  });
  return {
    readingEnded: (outcome, milliseconds) => readings.observe({ outcome }, milliseconds / 1000),
    attemptEnded: (outcome, milliseconds) => attempts.observe({ outcome }, milliseconds / 1000),
    contentType: registry.contentType,
    async text() {
      const [{ queued, processing }, { pending, due }] = await Promise.all([
        documentsWaiting(db),
        eventsWaiting(db, clock.now()),
      ]);
      documents.set({ status: 'queued' }, queued);
      documents.set({ status: 'processing' }, processing);
      deliveries.set({ state: 'pending' }, pending);
      deliveries.set({ state: 'due' }, due);
      return registry.metrics();
    },
  };
}
