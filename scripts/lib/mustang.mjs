import { runMain } from './failure.mjs';
import { printJavaTool } from './java-tool.mjs';

/** The validator of Factur-X and EN 16931; its version must agree with scripts/java/mustang/pom.xml. */
const MUSTANG = {
  name: 'mustang',
  title: 'Mustang',
  version: '2.25.0',
  variable: 'CORRIDOR_MUSTANG',
  without: 'Electronic invoices are not validated as Factur-X and EN 16931',
};

await runMain(() => printJavaTool(MUSTANG));
