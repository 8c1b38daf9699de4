#!/usr/bin/env bash
# Fetch what check.sh needs, since it has no network: tools, a base system and wheels. The last two
# stay in build/; they are made again only when missing or older than this file or the lock.
set -euo pipefail
cd "$(dirname "$0")/../.."

suite=trixie # as in the Dockerfile's base
python=3.13  # what that has
base=build/image/base.tar
wheels=build/wheels

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "making a base system takes root on a Debian system" >&2
    exit 1
fi

missing=()
for tool in buildah podman crun debootstrap curl ip:iproute2; do
    command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
done
stale=
[ "$base" -nt tests/image/prepare.sh ] || stale=yes
if [ ${#missing[@]} -gt 0 ] || [ "$stale" ]; then
    apt-get -qq update
fi
if [ ${#missing[@]} -gt 0 ]; then
    echo "installing ${missing[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get -qq --no-install-recommends install "${missing[@]}" >/dev/null
fi

if [ "$stale" ]; then
    echo "making a base system"
    # shellcheck disable=SC2016 # apt fills it in
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
    root=$(mktemp -d)
    trap 'rm -rf --one-file-system "$root"' EXIT
    chmod 755 "$root"
    mkdir -p "$(dirname "$base")"
    debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv \
        "$suite" "$root" "$mirror" >"$base.log" || { tail "$base.log" >&2; exit 1; }
    tar -C "$root" --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' -cf "$base.new" .
    mv "$base.new" "$base"
fi

if [ ! "$wheels" -nt requirements.lock ] || [ ! "$wheels" -nt tests/image/prepare.sh ]; then
    echo "fetching wheels"
    rm -rf "$wheels" "$wheels.new"
    "${PYTHON:-python3}" -m pip download -qq --require-hashes --only-binary :all: --python-version "$python" \
        -r requirements.lock -d "$wheels.new"
    mv "$wheels.new" "$wheels"
fi
