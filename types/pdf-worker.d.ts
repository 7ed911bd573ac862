/** pdfjs' half that takes files apart, which its package gives no types of. */
export const WorkerMessageHandler: { initializeFromPort(port: EventTarget): void };
