/** The package has no types of its own. */
declare function passwordIn(
  connection: { host: string; port: number; database: string | undefined; user: string | undefined },
  found: (password: string | undefined) => void,
): void;
export default passwordIn;
