/** SQL of whether entry `l` of the audit log tells who made or rotated key `k`, and so has seen it. */
export const TELLS_MAKER_SQL = `((l.subject = k.id and l.act = 'key.created')
  or (l.subject = k.replaces and l.act = 'key.rotated' and l.detail ->> 'successor' = k.id))`;

/** SQL of the user who answers for what is done with key `k`: its member, or who made it in the console; or null. */
export const KEY_OWNER_SQL = `coalesce(k.user_id, (
  select substr(l.actor, 6) from audit_log l where l.actor like 'user:%' and ${TELLS_MAKER_SQL} limit 1))`;
