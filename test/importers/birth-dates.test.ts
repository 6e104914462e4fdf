import { birthDatesIn } from '../../importers/watch-lists/birth-dates';

describe('a date of birth', () => {
  it.each([
    ['07 Oct 1954', ['1954-10-07']],
    ['Oct 1954', ['1954-10']],
    ['circa 1954', ['1954']],
    ['1954', ['1954']],
    ['1954 to 1956', ['1954', '1955', '1956']],
    ['01 Jan 1940 to 31 Dec 1960', []],
    ['1954-10-07', ['1954-10-07']],
    ['1954-10', ['1954-10']],
    ['07/10/1954', ['1954-10-07']],
    ['00/10/1954', ['1954-10']],
    ['00/00/1954', ['1954']],
    ['', []],
    ['unknown', []],
  ])('written "%s" is %j', (text, dates) => expect(birthDatesIn(text)).toEqual(dates));
});
