-- People of the console: members of an account, operators, and people of a partner.
create table users (
  id text primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  -- Null until the person has chosen a password.
  password_hash text,
  role text not null check (role in ('owner', 'developer', 'viewer', 'operator', 'partner')),
  operator_roles text[] not null default '{}'
    check (operator_roles <@ array['operations', 'compliance', 'administration']),
  account_id text references accounts (id),
  -- References partners, see 03-partners.sql.
  partner_id text,
  -- Of the console, by its tag (BCP 47); null where none was chosen. Source: docs/GAPS.md#A10
  language text check (length(language) between 2 and 35),
  -- An operator made the user or vouched for it since: anybody can sign up with the address of somebody else.
  -- Source: docs/GAPS.md#A6
  is_vouched boolean not null default false,
  -- Who invited the person, and who was last shown a link to the password: ids of users; null for a command that named
  -- none. Source: docs/GAPS.md#A5
  invited_by text,
  invited_at timestamptz not null default now(),
  login_made_by text,
  -- For processes that may not read the hash.
  has_password boolean generated always as (password_hash is not null) stored,
  -- Since the last login. Source: docs/GAPS.md#A3
  wrong_passwords integer not null default 0,
  wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  removed_at timestamptz,
  erased_at timestamptz,
  check ((role in ('operator', 'partner')) = (account_id is null)),
  constraint users_of_partner check ((role = 'partner') = (partner_id is not null)),
  constraint users_operator_roles check (role = 'operator' or operator_roles = '{}'),
  constraint users_erased_disabled check (erased_at is null or disabled_at is not null)
);
create index on users (account_id) where account_id is not null;
create index users_operators on users (id) where role = 'operator';

-- Who people are at the identity provider. Source: docs/GAPS.md#A6
create table user_identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id text not null references users (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Links that let one person in, once: to join an account, or to choose a password. Source: docs/GAPS.md#A8
create table user_links (
  id text primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('join', 'password')),
  account_id text references accounts (id),
  email text check (email = lower(email)),
  role text check (role in ('owner', 'developer', 'viewer')),
  user_id text references users (id),
  made_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (case purpose when 'join' then account_id is not null and email is not null and role is not null
         else user_id is not null end)
);
create unique index user_links_join on user_links (account_id, email) where purpose = 'join' and used_at is null;
create unique index user_links_password on user_links (user_id) where purpose = 'password' and used_at is null;
create index user_links_expiry on user_links (expires_at);

-- One-time codes beside passwords.
create table second_factors (
  user_id text primary key references users (id),
  secret_sealed bytea not null,
  -- The newest time step of which a code was accepted: none is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);

-- For a lost phone.
create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Between the password, or the word of the identity provider, and the code.
create table login_challenges (
  token_hash bytea primary key,
  user_id text not null references users (id),
  way text not null check (way in ('password', 'provider')),
  expires_at timestamptz not null
);
create index on login_challenges (user_id);
create index on login_challenges (expires_at);

create table logins (
  token_hash bytea primary key,
  -- By which its person ends it, without the token.
  id uuid not null default gen_random_uuid(),
  user_id text not null references users (id),
  device text not null default '' check (length(device) <= 100),
  -- Wrong passwords and codes before it.
  refused_before integer not null default 0,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When its person last gave a password or a code, and when a code. Source: docs/GAPS.md#A3
  proven_at timestamptz,
  second_factor_at timestamptz
);
create unique index on logins (id);
create index on logins (user_id);
create index on logins (expires_at);

-- Forms that were sent after the login had expired, until their person has logged in again. Source: docs/GAPS.md#A7
create table kept_forms (
  id text primary key,
  user_id text not null references users (id),
  form_sealed bytea not null,
  expires_at timestamptz not null
);
create index on kept_forms (user_id);
create index on kept_forms (expires_at);

-- Notices by e-mail, by person. Source: docs/GAPS.md#mail
create table notice_settings (
  user_id text primary key references users (id),
  frequency text not null check (frequency in ('off', 'at_once', 'daily')),
  -- Before then no mail is sent.
  next_at timestamptz not null,
  -- Ids of the open items that were in a mail.
  told text[] not null default '{}',
  sent_at timestamptz,
  -- Since when the mail server refuses the address for good.
  refused_at timestamptz,
  -- Since when it is off by the link of a mail: who reads the mails turns it on again.
  ended_by_link_at timestamptz,
  -- Until then one process sends to the person.
  held_until timestamptz not null default '-infinity'
);

-- A worker reads the addresses of people who chose notices, and no others.
create view notice_readers as
  select n.user_id, n.frequency, n.next_at, n.told, n.sent_at, n.held_until, u.email, u.language,
    u.role, u.operator_roles, u.account_id
  from notice_settings n join users u on u.id = n.user_id left join accounts a on a.id = u.account_id
  where n.frequency <> 'off' and u.disabled_at is null and u.removed_at is null and u.erased_at is null
    and a.disabled_at is null;
