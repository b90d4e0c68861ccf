#!/usr/bin/env bash
# Checks the types of the browser client and plays it in a real Chromium. Needs node with npm, and longroll built.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium
fi
[ -d node_modules ] || npm install --no-package-lock --no-audit --no-fund --loglevel=error
npx tsc -p .
node tests/table.mjs
