/** Prints the text of the PDF on standard input. Apart from the tests, since the library is a module of another kind. */
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';

const bytes = await buffer(process.stdin);
const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
process.stdout.write(text);
