{{- define "place-lookup.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "place-lookup.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "place-lookup.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Of the pods that serve; the test pod has another component. */}}
{{- define "place-lookup.selectorLabels" -}}
app.kubernetes.io/name: {{ include "place-lookup.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "place-lookup.testLabels" -}}
app.kubernetes.io/name: {{ include "place-lookup.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: test
{{- end -}}

{{- define "place-lookup.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "place-lookup.selectorLabels" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "place-lookup.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "place-lookup.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "place-lookup.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* Whether PostgreSQL is configured: "true" or nothing. */}}
{{- define "place-lookup.hasDatabase" -}}
{{- if or .Values.database.url .Values.database.existingSecret -}}true{{- end -}}
{{- end -}}

{{- define "place-lookup.databaseSecret" -}}
{{- if .Values.database.url -}}
{{- printf "%s-database" (include "place-lookup.fullname" .) -}}
{{- else -}}
{{- .Values.database.existingSecret -}}
{{- end -}}
{{- end -}}

{{/* Whether API keys are configured: some text or nothing. */}}
{{- define "place-lookup.hasKeys" -}}
{{- if .Values.apiKeys.existingSecret -}}true{{- end -}}
{{- range .Values.extraEnv -}}
{{- if has .name (list "API_KEYS" "API_KEYS_FILE") -}}true{{- end -}}
{{- end -}}
{{- end -}}

{{/* The largest number of pods. */}}
{{- define "place-lookup.maxReplicas" -}}
{{- if .Values.keda.enabled -}}{{ int .Values.keda.maxReplicas }}
{{- else if .Values.autoscaling.enabled -}}{{ int .Values.autoscaling.maxReplicas }}
{{- else -}}{{ int .Values.replicaCount }}
{{- end -}}
{{- end -}}

{{/* Seconds of the longest list. */}}
{{- define "place-lookup.longestList" -}}300{{- end -}}

{{- define "place-lookup.graceSeconds" -}}
{{- if kindIs "invalid" .Values.shutdown.graceSeconds -}}
{{- add (include "place-lookup.longestList" . | int) 10 -}}
{{- else -}}
{{- int .Values.shutdown.graceSeconds -}}
{{- end -}}
{{- end -}}

{{/* The shortest time a pod needs to end in order: preStop, requests, browser. */}}
{{- define "place-lookup.neededToEnd" -}}
{{- add (int .Values.shutdown.preStopSeconds) (include "place-lookup.graceSeconds" . | int) 20 -}}
{{- end -}}

{{- define "place-lookup.terminationGracePeriodSeconds" -}}
{{- if kindIs "invalid" .Values.shutdown.terminationGracePeriodSeconds -}}
{{- include "place-lookup.neededToEnd" . -}}
{{- else -}}
{{- int .Values.shutdown.terminationGracePeriodSeconds -}}
{{- end -}}
{{- end -}}

{{/* Labels that the ServiceMonitor gives to the metrics of this release, for PromQL. */}}
{{- define "place-lookup.series" -}}
namespace={{ .Release.Namespace | quote }},service={{ include "place-lookup.fullname" . | quote }}
{{- end -}}

{{/* A setting as the environment has it. Helm reads numbers as floats. */}}
{{- define "place-lookup.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq . (floor .) -}}{{ printf "%.0f" . }}{{- else -}}{{ . }}{{- end -}}
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}

{{/* What the schema cannot check. */}}
{{- define "place-lookup.validate" -}}
{{- $elsewhere := dict
  "DATABASE_URL" "database.existingSecret or database.url"
  "API_KEYS" "apiKeys.existingSecret"
  "API_KEYS_FILE" "apiKeys.existingSecret"
  "REQUIRE_KEYS" "apiKeys.existingSecret"
  "EVIDENCE_KEY_FILE" "evidence.existingSecret"
  "DATA_DIR" "evidence.existingClaim"
  "TSA_URL" "extraEnv, because it may hold a password"
  "SMTP_URL" "extraEnv, because it may hold a password"
  "ALLOWED_HOSTS" "allowedHosts"
  "SHUTDOWN_GRACE_MS" "shutdown.graceSeconds"
  "TRUST_PROXY" "ingress.trustedProxies"
  "CHROMIUM_SANDBOX" "seccomp.type"
  "UPSTREAM_PROXY" "extraEnv, because it may hold a password"
  "PORT" "service.port" -}}
{{- range $name, $value := .Values.settings -}}
{{- if hasKey $elsewhere $name -}}
{{- fail (printf "settings.%s: set it with %s" $name (get $elsewhere $name)) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled .Values.keda.enabled -}}
{{- fail "autoscaling.enabled and keda.enabled exclude each other: both would set the number of pods" -}}
{{- end -}}
{{- range $name := list "autoscaling" "keda" -}}
{{- $scaler := get $.Values $name -}}
{{- if and $scaler.enabled (gt (int $scaler.minReplicas) (int $scaler.maxReplicas)) -}}
{{- fail (printf "%s.minReplicas is above %s.maxReplicas" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.keda.enabled (not .Values.keda.prometheusAddress) -}}
{{- fail "keda.prometheusAddress: where is Prometheus?" -}}
{{- end -}}
{{- if and (not (include "place-lookup.hasDatabase" .)) (gt (include "place-lookup.maxReplicas" . | int) 1) -}}
{{- fail "more than one pod needs database.existingSecret or database.url: pods share jobs and watches in PostgreSQL" -}}
{{- end -}}
{{- if .Values.database.url -}}
{{- $port := (urlParse .Values.database.url).host | regexFind ":[0-9]+$" | trimPrefix ":" | default "5432" -}}
{{- if ne $port (int .Values.database.port | toString) -}}
{{- fail (printf "database.port is %d, and database.url names port %s: the NetworkPolicy opens database.port" (int .Values.database.port) $port) -}}
{{- end -}}
{{- end -}}
{{- $grace := include "place-lookup.graceSeconds" . | int -}}
{{- $list := include "place-lookup.longestList" . | int -}}
{{- if lt $grace $list -}}
{{- fail (printf "shutdown.graceSeconds is %d, less than the longest list, %d s" $grace $list) -}}
{{- end -}}
{{- $period := include "place-lookup.terminationGracePeriodSeconds" . | int -}}
{{- $needed := include "place-lookup.neededToEnd" . | int -}}
{{- if lt $period $needed -}}
{{- fail (printf "shutdown.terminationGracePeriodSeconds is %d; preStopSeconds, graceSeconds and 20 s for the browser need %d" $period $needed) -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.hosts: name at least one host" -}}
{{- end -}}
{{- if .Values.ingress.enabled -}}
{{- if not (include "place-lookup.hasKeys" .) -}}
{{- fail "ingress.enabled needs apiKeys.existingSecret: without keys the service is open to whoever reaches the Ingress" -}}
{{- end -}}
{{- if not .Values.networkPolicy.enabled -}}
{{- fail "ingress.enabled needs networkPolicy.enabled and networkPolicy.ingressFrom: whoever reaches the pods can forge X-Forwarded-For" -}}
{{- end -}}
{{- if not .Values.networkPolicy.ingressFrom -}}
{{- fail "ingress.enabled needs networkPolicy.ingressFrom: name the Ingress controller, because whoever reaches the pods can forge X-Forwarded-For" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled .Values.apiKeys.existingSecret (not .Values.metrics.serviceMonitor.authorization.existingSecret) -}}
{{- fail "metrics.serviceMonitor.authorization.existingSecret: with API keys the metrics need one too" -}}
{{- end -}}
{{- end -}}
