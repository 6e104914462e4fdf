/** The views that a reader has saved of a list. */
export const views = {
  saved: 'Saved views',
  all: 'All',
  deleteThis: 'Delete this view',
  saveAs: 'Save as a view',
  name: 'Name of the view',
  save: 'Save',
  narrowFirst: 'Filter or sort the list first.',
  tooMany: (most: number): string => `You have ${most} views of this list. Delete one first.`,
};
