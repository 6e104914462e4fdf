/**
 * Writes db/payments/routing/holidays.json, which `corridor migrate` brings into databases: public and bank holidays of countries from
 * date-holidays, weekends from Unicode CLDR as Node has it. Run it by hand after an update of the library.
 *
 *   node scripts/holidays.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: Holidays } = await import('date-holidays');
const countries = require('i18n-iso-countries');
const FIRST_YEAR = 2024;
const LAST_YEAR = 2032;
const DAY_MS = 24 * 60 * 60 * 1000;
const { version } = JSON.parse(
  readFileSync(new URL('../node_modules/date-holidays/package.json', import.meta.url), 'utf8'),
);

/** Where banks rest on other days than CLDR says. */
const BANKING_WEEKENDS = { BD: [5, 6], MV: [5, 6] };

function weekendOf(country) {
  if (BANKING_WEEKENDS[country] !== undefined) return BANKING_WEEKENDS[country];
  const locale = new Intl.Locale(`und-${country}`);
  return (locale.getWeekInfo?.() ?? locale.weekInfo).weekend;
}

/** Days of holidays that begin at midnight: those that begin later leave banks open for part of the day. */
function daysOf({ date, start, end }) {
  const [first, time] = date.split(' ');
  if (time !== '00:00:00') return [];
  const count = Math.max(1, Math.round((end - start) / DAY_MS));
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10),
  );
}

function holidaysOf(country) {
  const calendar = new Holidays(country, { types: ['public', 'bank'] });
  const names = new Map();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    for (const holiday of calendar.getHolidays(year, 'en')) {
      for (const day of daysOf(holiday)) if (!names.has(day)) names.set(day, holiday.name);
    }
  }
  const days = {};
  for (const day of [...names.keys()].sort()) (days[names.get(day)] ??= []).push(day);
  return days;
}

const known = new Set(Object.keys(new Holidays().getCountries()));
const codes = [...new Set([...Object.keys(countries.getAlpha2Codes()), 'XK'])].sort();
const lines = codes.map((country) => {
  const holidays = known.has(country) ? holidaysOf(country) : null;
  return `${JSON.stringify(country)}:${JSON.stringify({ weekend: weekendOf(country), holidays })}`;
});
const head = `"source":"date-holidays ${version}; weekends: Unicode CLDR ${process.versions.cldr}, banking weekends of BD and MV","from":"${FIRST_YEAR}-01-01","until":"${LAST_YEAR + 1}-01-01"`;
writeFileSync(
  new URL('../db/payments/routing/holidays.json', import.meta.url),
  `{${head},"countries":{\n${lines.join(',\n')}\n}}\n`,
);
