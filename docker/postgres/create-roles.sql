-- Makes the roles and databases of every process; run as the superuser of the server, safe to run again:
--   psql -v ON_ERROR_STOP=1 -f docker/postgres/create-roles.sql
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

alter role corridor_owner nosuperuser nocreatedb nocreaterole password :'owner_password' connection limit 20;
alter role corridor_api nosuperuser nocreatedb nocreaterole password :'api_password';
alter role corridor_worker nosuperuser nocreatedb nocreaterole password :'worker_password';
alter role corridor_documents nosuperuser nocreatedb nocreaterole password :'documents_password' connection limit 50;
alter role temporal nosuperuser nocreatedb nocreaterole password :'temporal_password';

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
grant pg_read_all_stats to corridor_owner;

select format('create database %I owner %I', name, owner)
from (values ('corridor', 'corridor_owner'), ('temporal', 'temporal'), ('temporal_visibility', 'temporal')) d (name, owner)
where not exists (select from pg_database where datname = name) \gexec

-- Databases that were there before belong to their role from now on.
alter database corridor owner to corridor_owner;
alter database temporal owner to temporal;
alter database temporal_visibility owner to temporal;

-- Nobody enters another's database.
revoke all on database corridor, temporal, temporal_visibility, postgres, template1 from public;
grant connect, temporary on database corridor to corridor_api, corridor_worker;
grant connect on database corridor to corridor_documents;
