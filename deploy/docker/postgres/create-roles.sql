-- Makes the roles and databases of every process; run as the superuser of the server, or as the administrator that a cloud
-- gives instead, a role that may make roles and databases. Safe to run again:
--   psql -v ON_ERROR_STOP=1 -f deploy/docker/postgres/create-roles.sql
-- Passwords are read from files in the folder that the variable SECRETS names. What each role may do with the tables is
-- given by `corridor migrate`.

\set owner_password `cat "$SECRETS/password_owner"`
\set api_password `cat "$SECRETS/password_api"`
\set worker_password `cat "$SECRETS/password_worker"`
\set documents_password `cat "$SECRETS/password_documents"`
\set temporal_password `cat "$SECRETS/password_temporal"`

select format('create role %I login', name)
from unnest(array['corridor_owner', 'corridor_api', 'corridor_worker', 'corridor_documents', 'temporal']) name
where not exists (select from pg_roles where rolname = name) \gexec

-- Only a superuser may say this word, so it is said where it is needed.
select format('alter role %I nosuperuser', rolname) from pg_roles
where rolsuper and rolname in ('corridor_owner', 'corridor_api', 'corridor_worker', 'corridor_documents', 'temporal') \gexec

-- `corridor backup --check` restores into a database of its own.
alter role corridor_owner createdb nocreaterole password :'owner_password' connection limit 20;
alter role corridor_api nocreatedb nocreaterole password :'api_password';
alter role corridor_worker nocreatedb nocreaterole password :'worker_password';
alter role corridor_documents nocreatedb nocreaterole password :'documents_password' connection limit 50;
alter role temporal nocreatedb nocreaterole password :'temporal_password';

-- A process asks for these settings itself; behind a pooler it cannot, and these hold.
alter role corridor_api set random_page_cost = 1.1;
alter role corridor_worker set random_page_cost = 1.1;
alter role corridor_api set jit = off;
alter role corridor_worker set jit = off;
alter role corridor_api set statement_timeout = '15s';
alter role corridor_worker set statement_timeout = '15s';
alter role corridor_documents set statement_timeout = '15s';
alter role corridor_api set idle_in_transaction_session_timeout = '30s';
alter role corridor_documents set idle_in_transaction_session_timeout = '30s';

-- The function oldest_writer() runs as the owner and finds the transaction that holds the log of events back, whose ever it is.
do $$
begin
  grant pg_read_all_stats to corridor_owner;
exception when insufficient_privilege then
  raise warning 'corridor_owner did not get pg_read_all_stats: corridor doctor names what is missing as "event log"';
end
$$;

-- Who is no superuser gives a database to a role of which it is a member, for as long as this script runs.
select format('grant corridor_owner, temporal to %I', current_user) from pg_roles
where rolname = current_user and not rolsuper \gexec

select format('create database %I owner %I', name, owner)
from (values ('corridor', 'corridor_owner'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal')) d (name, owner)
where not exists (select from pg_database where datname = name) \gexec

-- Databases that were there before belong to their role from now on.
select format('alter database %I owner to %I', name, owner)
from (values ('corridor', 'corridor_owner'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal')) d (name, owner)
join pg_database on datname = name where pg_get_userbyid(datdba) <> owner \gexec

-- Nobody enters another's database. Those of a cloud stay as they are: nothing of ours is in them.
revoke all on database corridor, temporal, temporal_visibility from public;
select format('revoke all on database %I from public', datname) from pg_database
where datname in ('postgres', 'template1') and pg_has_role(datdba, 'usage') \gexec
grant connect, temporary on database corridor to corridor_api, corridor_worker;
grant connect on database corridor to corridor_documents;

select format('revoke corridor_owner, temporal from %I', current_user) from pg_roles
where rolname = current_user and not rolsuper \gexec
