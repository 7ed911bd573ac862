/** Today where the reader is, as the appliance counts it too: they are the same machine or the same office. */
export function localToday(): string {
  const date = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
