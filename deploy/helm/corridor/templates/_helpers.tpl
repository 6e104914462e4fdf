{{- define "corridor.labels" -}}
app.kubernetes.io/name: corridor
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "corridor.release" -}}
app.kubernetes.io/name: corridor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "corridor.metadata" -}}
name: {{ .root.Release.Name }}-{{ .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "corridor.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
{{- end }}

{{/* Files of the Secret that a role reads, as `VARIABLE: key`. */}}
{{- define "corridor.secrets" -}}
{{- $values := .root.Values -}}
DATABASE_URL: database_url_{{ .role }}
{{- if $values.postgres.pooler }}
DATABASE_DIRECT_URL: database_direct_url_{{ .role }}
{{- end }}
{{- if ne .role "documents" }}
DATA_KEY: data_key
{{- end }}
DOCUMENTS_DATA_KEY: documents_data_key
{{- if $values.temporal.apiKey }}
TEMPORAL_API_KEY: {{ ternary "temporal_api_key_documents" "temporal_api_key" (eq .role "documents") }}
{{- end }}
{{- if and (eq .role "api") (get $values.settings "OIDC_ISSUER") }}
OIDC_CLIENT_SECRET: oidc_client_secret
{{- end }}
{{- if and (eq .role "worker") (get $values.settings "AUDIT_SINK_URL") }}
AUDIT_SINK_SECRET: audit_sink_secret
{{- end }}
{{- if and (has "maintenance" (.queues | default list)) (get $values.settings "CORRIDOR_MAIL_FROM") }}
CORRIDOR_SMTP_URL: smtp_url
{{- end }}
{{- end }}

{{/* The Secret of certificates that a role sees: beside a browser, one of its own. Without any, nothing. */}}
{{- define "corridor.certificates" -}}
{{- with .root.Values.certificates.secret }}
{{- ternary (required "documents.certificates.secret is required with certificates.secret" $.root.Values.documents.certificates.secret) . (eq $.role "documents") }}
{{- end }}
{{- end }}

{{/*
Components of the workers that serve the sandbox partner alone, as a list in JSON. They report to the API through its
Service: from inside a cluster its public address may lead nowhere, or to pods that no policy lets them reach.
*/}}
{{- define "corridor.sandboxWorkers" -}}
{{- $names := list -}}
{{- range $name, $worker := .Values.workers }}
{{- if eq (join "," $worker.queues) "sandbox" }}
{{- $names = append $names (printf "worker-%s" $name) }}
{{- end }}
{{- end }}
{{- toJson $names }}
{{- end }}

{{/* root, component, role, args or command, and optionally publicUrl, image, claim, env, ports, probes, resources, seccomp, shm */}}
{{- define "corridor.template" -}}
{{- $values := .root.Values -}}
metadata:
  labels:
    {{- include "corridor.labels" . | nindent 4 }}
    {{- with $values.pods.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $values.pods.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  # Variables of Services would stand among the settings.
  enableServiceLinks: false
  {{- with .restartPolicy }}
  restartPolicy: {{ . }}
  {{- end }}
  {{- with .runtimeClassName }}
  runtimeClassName: {{ . }}
  {{- end }}
  {{- if .shm }}
  # Something has to wait for the processes that Chromium leaves behind.
  shareProcessNamespace: true
  {{- end }}
  {{- with $values.pods.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.images.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.pods.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.pods.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  terminationGracePeriodSeconds: {{ $values.pods.terminationGracePeriodSeconds }}
  {{- if .probes }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "corridor.labels" $ | nindent 10 }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      {{- toYaml (.seccomp | default (dict "type" "RuntimeDefault")) | nindent 6 }}
  containers:
    - name: corridor
      image: {{ .image | default (required "images.service is required" $values.images.service) | quote }}
      imagePullPolicy: {{ $values.images.pullPolicy }}
      {{- with .command }}
      command: {{ toJson . }}
      {{- end }}
      {{- with .args }}
      args: {{ toJson . }}
      {{- end }}
      env:
        {{- include "corridor.env" . | nindent 8 }}
      {{- with .ports }}
      ports:
        {{- range $name, $port := . }}
        - name: {{ $name }}
          containerPort: {{ $port }}
        {{- end }}
      {{- end }}
      {{- with .probes }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: secrets, mountPath: /run/secrets/corridor, readOnly: true }
        {{- if include "corridor.certificates" . }}
        - { name: certificates, mountPath: /certificates, readOnly: true }
        {{- end }}
        {{- if .shm }}
        - { name: shm, mountPath: /dev/shm }
        {{- end }}
        {{- if .claim }}
        - { name: backups, mountPath: /backups }
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: 2Gi }
    - name: secrets
      secret:
        secretName: {{ $values.secret.name }}
        # 0440, as JSON has it: readers of YAML 1.2 take 0440 for decimal.
        defaultMode: 288
        items:
          {{- range $key := values (include "corridor.secrets" . | fromYaml) | sortAlpha }}
          - { key: {{ $key }}, path: {{ $key }} }
          {{- end }}
    {{- with include "corridor.certificates" . }}
    - name: certificates
      secret: { secretName: {{ . }}, defaultMode: 288 }
    {{- end }}
    {{- if .shm }}
    - name: shm
      emptyDir: { medium: Memory, sizeLimit: 512Mi }
    {{- end }}
    {{- with .claim }}
    - name: backups
      persistentVolumeClaim: { claimName: {{ . }} }
    {{- end }}
{{- end }}

{{/*
Settings of a process; an update of a value changes the pods, and so restarts them. The client secret of OpenID Connect is
the API's alone, and its settings are refused without it.
*/}}
{{- define "corridor.env" -}}
{{- $values := .root.Values -}}
{{- $temporal := $values.temporal -}}
- { name: PUBLIC_URL, value: {{ .publicUrl | default (required "publicUrl is required" $values.publicUrl) | quote }} }
- { name: TEMPORAL_ADDRESS, value: {{ required "temporal.address is required" $temporal.address | quote }} }
- { name: TEMPORAL_NAMESPACE, value: {{ ternary $temporal.documentsNamespace $temporal.namespace (eq .role "documents") | quote }} }
- { name: TEMPORAL_DOCUMENTS_NAMESPACE, value: {{ $temporal.documentsNamespace | quote }} }
{{- range $name, $key := include "corridor.secrets" . | fromYaml }}
- { name: {{ $name }}_FILE, value: /run/secrets/corridor/{{ $key }} }
{{- end }}
{{- range $name, $value := .env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range $name, $value := $values.settings }}
{{- if or (eq $.role "api") (not (hasPrefix "OIDC_" $name)) }}
- { name: {{ $name }}, value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{/* A process that waits for Postgres or Temporal lives, and is not ready: docs/OPERATIONS.md, "Probes" */}}
{{- define "corridor.probes" -}}
livenessProbe:
  httpGet: { path: /livez, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}
