#!/bin/sh
# The entry point of the official image: the server takes its configuration from variables.
set -eu
address=$(getent hosts "$(hostname)" | awk '{print $1; exit}')
export BIND_ON_IP="${BIND_ON_IP:-$address}" TEMPORAL_BROADCAST_ADDRESS="${TEMPORAL_BROADCAST_ADDRESS:-$address}"
exec temporal-server start
