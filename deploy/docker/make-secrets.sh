#!/bin/sh
# Makes what docker-compose.yml reads from the folder `secrets`; what is there already stays.
# For a managed Postgres: DATABASE_HOST=HOST:PORT DATABASE_OPTIONS='?sslmode=verify-full&sslrootcert=/certificates/ca.pem'
# The folder is closed to others; its files are readable, because each container reads its own as a user of its own.
set -eu
cd "$(dirname "$0")/../.."
umask 077
mkdir -p secrets

keep() { # name, content
  [ -e "secrets/$1" ] || printf '%s\n' "$2" >"secrets/$1"
  chmod 444 "secrets/$1"
}

for role in superuser owner api worker documents temporal grafana; do
  keep "password_$role" "$(openssl rand -hex 24)"
done
for role in owner api worker documents; do
  keep "database_url_$role" "postgres://corridor_$role:$(cat "secrets/password_$role")@${DATABASE_HOST:-postgres:5432}/corridor${DATABASE_OPTIONS:-}"
  # Stays empty unless DATABASE_URL is the address of a pooler: docs/OPERATIONS.md, "Behind a pooler".
  keep "database_direct_url_$role" ""
done
# Stay empty unless Temporal asks for one: that of the documents worker is for the namespace of documents alone.
keep temporal_api_key ""
keep temporal_api_key_documents ""
keep data_key "$(openssl rand -base64 32)"
keep documents_data_key "$(openssl rand -base64 32)"
# Temporal's images take a password from variables only.
keep temporal.env "POSTGRES_PWD=$(cat secrets/password_temporal)
SQL_PASSWORD=$(cat secrets/password_temporal)"
echo "secrets/ is complete. Keep data_key and documents_data_key apart from the backups of Postgres; without them the sealed columns are lost."
