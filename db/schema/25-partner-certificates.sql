-- Reports of the laboratory; they are never changed. Source: docs/GAPS.md#P20
create table partner_certificates (
  id text primary key,
  -- Null for a partner that was known by its address alone.
  partner_id text references partners (id),
  settings_hash text not null check (settings_hash ~ '^[0-9a-f]{64}$'),
  verdict text not null check (verdict in ('passed', 'failed')),
  report jsonb not null,
  -- HMAC of the id and the report's hash, by a key that is derived from the data key.
  signature bytea not null,
  made_by text not null,
  created_at timestamptz not null default now()
);
create index on partner_certificates (partner_id, id desc);
