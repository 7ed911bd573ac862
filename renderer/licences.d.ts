/** Made by the build (`vite.config.ts`) from the lock file: whose work the program carries. */
declare module 'virtual:licences' {
  const licences: { name: string; version: string; licence: string; text: string }[];
  export default licences;
}
