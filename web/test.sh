#!/usr/bin/env bash
# Checks the types of the browser client and plays it in a real Chromium. Needs node with npm, and longroll built.
# Names of scenes play only those; LONG=1 plays more (tests/table.mjs).
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium
fi
# What package-lock.json pins, unless it is there already.
if ! cmp -s package-lock.json node_modules/.pinned; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.pinned
fi
npx tsc -p .
node --test tests/unit/
node tests/table.mjs "$@"
