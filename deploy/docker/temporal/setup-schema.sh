#!/bin/sh
# Brings the schemas of Temporal's two databases up to the version of this image; safe to run again. The databases
# themselves are made with the roles: deploy/docker/postgres/create-roles.sql.
set -eu

versions=/etc/temporal/schema/postgresql/v12

tool() {
  # The password comes from SQL_PASSWORD: an argument could be read by every process.
  temporal-sql-tool --plugin postgres12_pgx --ep "$POSTGRES_SEEDS" -p "$DB_PORT" -u "$POSTGRES_USER" "$@"
}

for pair in temporal:temporal temporal_visibility:visibility; do
  database=${pair%%:*}
  schema=${pair##*:}
  tool --db "$database" setup-schema -v 0.0 || echo "$database has a schema"
  tool --db "$database" update-schema -d "$versions/$schema/versioned"
done
