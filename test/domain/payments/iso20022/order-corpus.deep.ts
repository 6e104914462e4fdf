import './order-writer.test';

// Every file of the corpus is judged by its schema; alone, the test beside this one judges some of them.
process.env['CORRIDOR_WHOLE_CORPUS'] = '1';
jest.setTimeout(300_000);
