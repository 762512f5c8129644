# Shared by shell tests that start `orbita serve`; the sourcing test sets `scratch` to its own folder first.
# shellcheck shell=bash disable=SC2154

serve() {  # serve PROGRAM ARGUMENT…: leaves server, url, port; what it says is in $scratch/url and $scratch/said
  : >"$scratch/url"
  "$@" >"$scratch/url" 2>"$scratch/said" &
  server=$!
  for _ in {1..300}; do
    read -r url <"$scratch/url" && break
    sleep 0.1
  done
  port=${url##*:}
  port=${port%%/*}
}

get() {  # get PATH [METHOD [BODY]]: the answer, with its head
  local body=${3:-}
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf '%s %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n' "${2:-GET}" "$1" \
    "$port" "${url##*token=}" >&3
  printf 'Content-Type: application/json\r\nContent-Length: %s\r\n\r\n%s' "${#body}" "$body" >&3
  cat <&3
  exec 3>&-
}

answers() { get "${@:2}" | grep -qF -- "$1"; }  # answers TEXT PATH …

ends() {  # as Ctrl-C ends it
  kill -INT "$server"
  wait "$server"
}
