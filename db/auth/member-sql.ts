/** @returns SQL: whether user `u` is still a member of an account; approvals of those who are not do not count */
export function isMemberSql(account: string): string {
  return `(u.removed_at is null and u.erased_at is null and u.account_id is not distinct from ${account})`;
}
