import { runMain } from './failure.mjs';
import { printJavaTool } from './java-tool.mjs';

/** The validator of PDF/A and PDF/UA; its version must agree with scripts/java/verapdf/pom.xml. */
const VERAPDF = {
  name: 'verapdf',
  title: 'veraPDF',
  version: '1.28.2',
  variable: 'CORRIDOR_VERAPDF',
  without: 'Documents are not validated as PDF/A and PDF/UA',
};

await runMain(() => printJavaTool(VERAPDF));
