#!/usr/bin/env bash
# Build the image, run it as a careful host would, and look into it.
#
# The Makefile runs this in namespaces of its own: it has no network but a loopback, so a build that
# fetched anything would fail, and all that it mounts and starts is gone when it ends, however it ends.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $$ = 1 ] || { echo "to be run by make test-image" >&2; exit 2; }
trap 'exit 130' INT TERM

user=10001
port=8123 # not the default; the network is our own, so it is free
name=chinchon
image=localhost/chinchon

ok() { printf '  ok  %s\n' "$*"; }
fail() {
    printf 'FAIL  %s\n' "$*" >&2
    [ ! -e /run/log ] || tail -n 40 /run/log >&2
    exit 1
}

ip link set lo up
# The machine's own containers, locks and init system stay out of sight.
mkdir -p /var/lib/containers
for place in /run /dev/shm /var/lib/containers; do mount -t tmpfs tmpfs "$place"; done
# crun refuses a machine with half of each version of cgroups; it shall use none anyway.
umount /sys/fs/cgroup/unified 2>/dev/null || true

cat >/run/containers.conf <<'END'
[containers]
cgroups = "disabled"
netns = "host"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
echo '{"default": [{"type": "insecureAcceptAnything"}]}' >/run/policy.json
export CONTAINERS_CONF=/run/containers.conf BUILDAH_ISOLATION=chroot

echo "building"
scratch=$(buildah from scratch)
buildah add --quiet "$scratch" build/image/base.tar / >/dev/null
buildah commit --quiet --rm --signature-policy /run/policy.json "$scratch" localhost/base >/dev/null
buildah bud --format docker --pull-never --signature-policy /run/policy.json \
    --build-arg BASE=localhost/base --build-arg PIP_NO_INDEX=1 --tag "$image" . >/run/log 2>&1 ||
    fail "can't be built without a network"
ok "built without a network"

echo "looking into it"
base_root=$(podman image mount localhost/base)
image_root=$(podman image mount "$image")
files() { find "$1" -printf '%P\n' | LC_ALL=C sort; }
added=$(LC_ALL=C comm -13 <(files "$base_root") <(files "$image_root"))
strange=$(grep -Ev '^((opt|srv)/service(/|$)|etc/([a-z]+-|hosts)$)' <<<"$added" || true) # from useradd and the builder
[ -z "$strange" ] || fail "adds more than the service: $strange"
diff -r --exclude __pycache__ service "$image_root/srv/service" || fail "is not the service of this tree"
ok "adds nothing but /opt/service and /srv/service"
strange=$(grep -E '(^|/)(tests?|\.git|\.cache|pip|setuptools)(/|$)|\.whl$' <<<"$added" || true)
[ -z "$strange" ] || fail "holds what no service needs: $strange"
ok "no tests, no git, no pip and no cache of it"
# Not on a read-only root, where nothing would be. Debian's three places for everybody are expected, and
# show that the search has worked; folders closed to the user are no error.
writable=$(podman run --rm --no-healthcheck --cap-drop all "$image" \
    find / -xdev ! -type l \( -writable -o -user "$user" \) 2>/dev/null | sort | xargs || true)
[ "$writable" = "/run/lock /tmp /var/tmp" ] || fail "the user may write to: ${writable:0:300}"
ok "nothing is the user's, nothing is writable"

echo "running"
podman run --name "$name" --env PORT=$port --no-healthcheck --pull never --read-only --read-only-tmpfs=false \
    --cap-drop all --security-opt no-new-privileges "$image" >/run/log 2>&1 &
running=$!
ask() { curl --silent --show-error --fail --max-time 5 "http://127.0.0.1:$port$1" "${@:2}"; }
for _ in {1..300}; do
    ! ask /healthz >/dev/null 2>&1 || break
    kill -0 $running 2>/dev/null || fail "ended at once"
    sleep 0.1
done
hand='{"rules": "barajamos", "cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}'
answer=$(ask /evaluate --json "$hand") || fail "no answer"
grep -Eq '"unmatched_points": ?4\b' <<<"$answer" || fail "a wrong answer: $answer"
ok "answers POST /evaluate"
owner=$(podman exec "$name" stat --format %u:%g /proc/1)
[ "$owner" = "$user:$user" ] || fail "runs as $owner"
ok "as its own user"
for place in / /srv/service /opt/service /tmp /var/tmp; do
    ! podman exec "$name" touch "$place/x" 2>/dev/null || fail "can write to $place"
done
ok "on a read-only root, /tmp too"

mapfile -t health < <(podman image inspect --format '{{range .HealthCheck.Test}}{{println .}}{{end}}' "$image")
[ "${health[0]}" = CMD ] || fail "its health check is no command: ${health[*]}"
podman exec "$name" "${health[@]:1:4}" || fail "isn't healthy by its own check"
! podman exec --env PORT=1 "$name" "${health[@]:1:4}" 2>/dev/null || fail "is healthy where nothing listens"
ok "its health check follows PORT, and can fail"
podman exec "$name" python -m service drain || fail "can't be made unready"
! ask /readyz >/dev/null 2>&1 || fail "is ready after drain"
ask /healthz >/dev/null || fail "answers nothing after drain"
ok "drain makes it unready, and it goes on answering"

# Half a request, then the signal, then the other half: it must still be answered.
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'POST /evaluate HTTP/1.1\r\nHost: chinchon\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    ${#hand} "${hand:0:20}" >&3
sleep 0.5
podman kill --signal TERM "$name" >/dev/null
sleep 0.5
printf '%s' "${hand:20}" >&3
answer=$(timeout 10 cat <&3) || true
exec 3>&-
grep -Eq '"unmatched_points": ?4\b' <<<"$answer" || fail "drops what it was answering: $answer"
for _ in {1..100}; do kill -0 $running 2>/dev/null || break; sleep 0.1; done
! kill -0 $running 2>/dev/null || fail "a SIGTERM doesn't end it"
code=0
wait $running || code=$?
[ $code = 0 ] || fail "a SIGTERM ends it with $code"
ok "a SIGTERM lets it finish what it was answering, and it exits 0"

echo "passed; $(podman image inspect --format '{{.Size}}' "$image" | numfmt --to iec) with a base of" \
    "$(podman image inspect --format '{{.Size}}' localhost/base | numfmt --to iec)"
