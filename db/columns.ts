/** @returns the column of a member: `cut_off_zone` of `cutOffZone` */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL of the columns of a table under the names of their members, for a `select`. @param alias of the table */
export function columnsAs(alias: string, members: readonly string[]): string {
  return members.map((member) => `${alias}.${columnOf(member)} as "${member}"`).join(', ');
}
