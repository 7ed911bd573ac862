import type { ShippedPackage } from './shipped.ts';

interface Bill {
  metadata: { component: Record<string, unknown> };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  [more: string]: unknown;
}

/**
 * The list of what ships, in CycloneDX: of npm's list of everything in the lock file, the packages that are shipped, and
 * the two programs that they run on.
 * @param everything what `npm sbom` wrote
 */
export function shippedBill(
  everything: string,
  name: string,
  shipped: ShippedPackage[],
  programs: { name: string; version: string }[],
): string {
  const bill = JSON.parse(everything) as Bill;
  const wanted = new Set(shipped.map((each) => `${each.name} ${each.version}`));
  const packages = bill.components.filter((each) => wanted.has(`${each.name} ${each.version}`));
  const missing = wanted.size - new Set(packages.map((each) => `${each.name} ${each.version}`)).size;
  if (missing > 0) throw new Error(`npm's list lacks ${missing} of the packages that are shipped.`);
  const runtimes = programs.map(({ name, version }) => {
    const purl = `pkg:generic/${name}@${version}`;
    return { 'bom-ref': purl, type: 'application', name, version, scope: 'required', purl };
  });
  const components: Component[] = [...packages.map((each) => ({ ...each, scope: 'required' })), ...runtimes];
  const own = bill.metadata.component['bom-ref'] as string;
  const refs = new Set([own, ...components.map((each) => each['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: [
        ...dependsOn.filter((each) => refs.has(each)),
        ...(ref === own ? runtimes.map(({ purl }) => purl) : []),
      ],
    }));
  // npm names the program after the folder that it lies in.
  const component = { ...bill.metadata.component, type: 'application', name };
  return `${JSON.stringify({ ...bill, metadata: { ...bill.metadata, component }, components, dependencies }, null, 2)}\n`;
}
