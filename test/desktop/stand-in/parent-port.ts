/** Gives a plain Node process the `parentPort` that Electron's utility processes have. */
Object.assign(process, {
  parentPort: {
    postMessage: (message: object) => process.send?.(message),
    on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
      process.on('message', (data) => listener({ data })),
  },
});
