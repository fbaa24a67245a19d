# Sourced by the scripts in bin/. Installs what package-lock.json names when that has changed since the last time, and
# sets NODE to the Node of the project (or to the machine's own, if the project has none for it and it is new enough).

# Runs a step while no other of these scripts runs one: two installs at once delete each other's files.
alone() {
  (
    if command -v flock >/dev/null 2>&1 && ! flock -n 8; then
      echo "Another command installs or builds here; waiting for it ..." >&2
      flock 8
    fi
    "$@"
  ) 8<"$root/package-lock.json" || exit 1
}

install_dependencies() {
  alone install_if_changed
}

install_if_changed() {
  stamp="$root/node_modules/.fleetglass-installed"
  wanted=$(cksum <"$root/package-lock.json")
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
    command -v npm >/dev/null 2>&1 || fail "npm was not found. Install Node 20 or newer with npm, then run this again."
    echo "Installing dependencies (a minute or two the first time) ..." >&2
    (cd "$root" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2) ||
      fail "npm ci did not succeed; its message is above. Nothing was started."
    printf '%s\n' "$wanted" >"$stamp"
  fi
}

find_node() {
  for candidate in "$root"/node_modules/node-linux-*/bin/node "$(command -v node 2>/dev/null)"; do
    [ -x "$candidate" ] || continue
    major=$("$candidate" -p 'process.versions.node.split(".")[0]' 2>/dev/null) || continue
    if [ "$major" -ge 24 ] 2>/dev/null; then
      NODE=$candidate
      return 0
    fi
  done
  fail "Fleetglass runs on Node 24 or newer, and none was found. Run ./bin/demo once (it installs one) or install Node 24."
}

build_console() {
  alone build_if_changed
}

build_if_changed() {
  stamp="$root/apps/console/dist/.built-from"
  sources=$(cd "$root" && find apps/console packages -type f -not -path '*/node_modules/*' -not -path '*/dist/*' \
    -not -name '*.test.*' -exec cksum {} + | sort | cksum)
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$sources" ]; then
    echo "Building the console ..." >&2
    (cd "$root" && npm run --silent build >&2) || fail "The console could not be built; the message is above."
    printf '%s\n' "$sources" >"$stamp"
  fi
}

fail() {
  echo "$1" >&2
  exit 1
}
