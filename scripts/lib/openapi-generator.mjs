import { runMain } from './failure.mjs';
import { printJavaTool } from './java-tool.mjs';

/** The generator of clients in many languages; its version must agree with scripts/java/openapi-generator/pom.xml. */
const OPENAPI_GENERATOR = {
  name: 'openapi-generator',
  title: 'openapi-generator',
  version: '7.25.0',
  variable: 'CORRIDOR_OPENAPI_GENERATOR',
  without: 'Clients are not generated in Python, TypeScript, Go and Java',
};

await runMain(() => printJavaTool(OPENAPI_GENERATOR));
