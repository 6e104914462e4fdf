#!/bin/sh
# Makes the namespaces, that of documents apart from all others, unless they are there.
set -eu

for namespace in "$TEMPORAL_NAMESPACE" "$TEMPORAL_DOCUMENTS_NAMESPACE"; do
  if temporal operator namespace describe --namespace "$namespace" >/dev/null 2>&1; then
    echo "The namespace $namespace exists."
  else
    temporal operator namespace create --namespace "$namespace" --retention "$NAMESPACE_RETENTION"
  fi
done
