-- Makes the role and the databases of Temporal on a server of their own, at its first start:
-- deploy/docker-compose.temporal-postgres.yml.

\set temporal_password `cat /run/secrets/password_temporal`

create role temporal login nosuperuser nocreatedb nocreaterole password :'temporal_password';
create database temporal owner temporal;
create database temporal_visibility owner temporal;
revoke all on database temporal, temporal_visibility, postgres from public;
