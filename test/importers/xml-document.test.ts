import { readXmlDocument } from '../../importers/xml-document';

const read = (text: string) => readXmlDocument(Buffer.from(text));

it.each([
  ['<a>x</a>', { a: 'x' }],
  ['<?xml version="1.0"?><a> <b>1</b>\n<b>2</b><c/> </a>', { a: { b: ['1', '2'], c: '' } }],
  ['<p:a xmlns:p="urn:x" y="1"><p:b>&lt;&#65;</p:b></p:a>', { a: { '@y': '1', b: '<A' } }],
  ['<a y="1">12.50</a>', { a: { '@y': '1', '#text': '12.50' } }],
  ['<a><![CDATA[<b>]]></a>', { a: '<b>' }],
])('%s is read by its names', (text, tree) => {
  expect(read(text)).toEqual(tree);
});

it.each([
  ['no XML', 'hello'],
  ['a page', '<html><br></html>'],
  ['a DTD', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['half of a document', '<a><b>'],
  ['a tower', '<a>'.repeat(40) + '</a>'.repeat(40)],
])('%s is none', (_what, text) => {
  expect(read(text)).toBeNull();
});

it('another encoding than UTF-8 is none', () => {
  expect(readXmlDocument(Buffer.from('<a>\xe4</a>', 'latin1'))).toBeNull();
});
