import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How much waits at this moment. */
export interface Backlog {
  queued: number;
  processing: number;
  /** Deliveries that still have an attempt before them, and how many of those are due now. */
  deliveriesPending: number;
  deliveriesDue: number;
}

export interface Metrics {
  /** @param outcome `succeeded` or the failed document's error code */
  readingEnded(outcome: string, milliseconds: number): void;
  /** @param outcome `delivered`, or what kind of failure the attempt was */
  attemptEnded(outcome: string, milliseconds: number): void;
  contentType: string;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
}

/** @param backlog asked at every scrape */
export function createMetrics(backlog: () => Promise<Backlog>): Metrics {
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
      const now = await backlog();
      documents.set({ status: 'queued' }, now.queued);
      documents.set({ status: 'processing' }, now.processing);
      deliveries.set({ state: 'pending' }, now.deliveriesPending);
      deliveries.set({ state: 'due' }, now.deliveriesDue);
      return registry.metrics();
    },
  };
}
