/** Charts of all pages. */
export const charts = {
  last24Hours: 'The last 24 hours',
  figures: 'Figures behind the pictures',
  hour: 'Hour, UTC',
  halfWithin: 'Half within',
  mostWithin: '95 % within',
  nothing: 'nothing',
  ofAll: (all: string): string => `of ${all}`,
  byHourAndResult: (title: string): string => `${title}, by hour and result`,
  byHour: (title: string): string => `${title}, by hour`,
  within: (half: number, most: number): string => `half within ${half} ms, 95 % within ${most} ms`,
};
