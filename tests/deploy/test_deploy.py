"""The examples in deploy/ agree with the service that they are for."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from service import __version__
from service.api.openapi import document as openapi
from service.api.words.sentences import sentence
from service.server.settings import Settings, read_settings
from service.server.wsgi import create_app

ROOT = Path(__file__).parents[2]
NGINX = (ROOT / "deploy/nginx.conf").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
MANIFESTS: dict[str, Any] = {
    manifest["kind"]: manifest
    for manifest in yaml.safe_load_all((ROOT / "deploy/kubernetes.yaml").read_text())
}
POD = MANIFESTS["Deployment"]["spec"]["template"]
CONTAINER = POD["spec"]["containers"][0]
ENVIRONMENT = {variable["name"]: variable["value"] for variable in CONTAINER["env"]}

BYTES = {"Mi": 1024**2, "Gi": 1024**3}


def setting_of(name: str) -> str:
    return name.removeprefix("CHINCHON_").lower()


def test_each_kind_of_manifest_is_there_once() -> None:
    kinds = ("Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget")
    assert tuple(MANIFESTS) == (*kinds, "NetworkPolicy")
    text = (ROOT / "deploy/kubernetes.yaml").read_text()
    assert text.count("\nkind: ") == len(MANIFESTS)


def test_the_environment_sets_what_there_is_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {field.name for field in fields(Settings)}
    assert {setting_of(name) for name in ENVIRONMENT} <= names
    for name, value in ENVIRONMENT.items():
        assert isinstance(value, str), f"{name} is no text, which Kubernetes refuses"
        monkeypatch.setenv(name, value)
    used = read_settings()
    for name, value in ENVIRONMENT.items():
        assert str(getattr(used, setting_of(name))) == value


def test_ports_are_the_one_that_is_listened_at() -> None:
    (port,) = CONTAINER["ports"]
    assert str(port["containerPort"]) == ENVIRONMENT["PORT"]
    assert f"PORT={port['containerPort']}\n" in DOCKERFILE
    (entry,) = MANIFESTS["Service"]["spec"]["ports"]
    assert entry["targetPort"] == port["name"]
    (rule,) = MANIFESTS["NetworkPolicy"]["spec"]["ingress"]
    assert [one["port"] for one in rule["ports"]] == [port["name"]]
    for probe in probes().values():
        assert probe["httpGet"]["port"] == port["name"]


def test_probes_and_scrapers_ask_at_addresses_that_there_are() -> None:
    client = create_app().test_client()
    assert {name: probe["httpGet"]["path"] for name, probe in probes().items()} == {
        "startupProbe": "/healthz",
        "readinessProbe": "/readyz",
        "livenessProbe": "/healthz",
    }
    annotations = POD["metadata"]["annotations"]
    asked = [probe["httpGet"]["path"] for probe in probes().values()]
    for path in (*asked, annotations["prometheus.io/path"]):
        assert client.get(path).status_code == 200
    assert annotations["prometheus.io/port"] == ENVIRONMENT["PORT"]


def probes() -> dict[str, Any]:
    return {name: probe for name, probe in CONTAINER.items() if name.endswith("Probe")}


def test_every_selector_selects_the_pods() -> None:
    labels = POD["metadata"]["labels"]
    specs = {kind: manifest["spec"] for kind, manifest in MANIFESTS.items()}
    spread = [one["labelSelector"] for one in POD["spec"]["topologySpreadConstraints"]]
    selectors = [
        specs["Deployment"]["selector"],
        specs["PodDisruptionBudget"]["selector"],
        specs["NetworkPolicy"]["podSelector"],
        {"matchLabels": specs["Service"]["selector"]},
        *spread,
    ]
    assert spread
    assert all(selector["matchLabels"] == labels for selector in selectors)
    scaled = specs["HorizontalPodAutoscaler"]["scaleTargetRef"]
    assert scaled["name"] == MANIFESTS["Deployment"]["metadata"]["name"]
    assert "replicas" not in specs["Deployment"]  # applying it again would undo what was scaled
    assert specs["HorizontalPodAutoscaler"]["minReplicas"] > 1


def test_a_pod_gets_the_time_that_it_takes_to_stop() -> None:
    grace = int(ENVIRONMENT["CHINCHON_GRACE"])
    *command, drain_time = CONTAINER["lifecycle"]["preStop"]["exec"]["command"]
    assert command == ["python", "-m", "service", "drain", "--wait"]
    drain = int(drain_time)
    ready = probes()["readinessProbe"]
    assert POD["spec"]["terminationGracePeriodSeconds"] > drain + grace
    assert drain > ready["periodSeconds"] * ready["failureThreshold"]


def test_a_pod_may_do_no_more_than_it_needs() -> None:
    user = re.search(r"^USER (\d+):(\d+)$", DOCKERFILE, re.MULTILINE)
    assert user
    pod, container = POD["spec"]["securityContext"], CONTAINER["securityContext"]
    assert (pod["runAsUser"], pod["runAsGroup"]) == (int(user[1]), int(user[2]))
    assert pod["runAsNonRoot"] is True
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
    assert POD["spec"]["automountServiceAccountToken"] is False
    assert container["readOnlyRootFilesystem"] is True
    assert container["allowPrivilegeEscalation"] is False
    assert container["capabilities"] == {"drop": ["ALL"]}
    assert MANIFESTS["NetworkPolicy"]["spec"]["egress"] == []


def test_what_is_written_is_in_memory_and_fits() -> None:
    mounts = {mount["name"]: mount["mountPath"] for mount in CONTAINER["volumeMounts"]}
    (volume,) = POD["spec"]["volumes"]
    assert mounts == {volume["name"]: "/dev/shm"}  # noqa: S108 - nothing is written here
    assert volume["emptyDir"]["medium"] == "Memory"
    most = int(ENVIRONMENT["CHINCHON_WORKERS"]) * 350 * BYTES["Mi"]  # as tests/live measures it
    limit = in_bytes(CONTAINER["resources"]["limits"]["memory"])
    assert limit >= most + in_bytes(volume["emptyDir"]["sizeLimit"])


def in_bytes(size: str) -> int:
    return int(size[:-2]) * BYTES[size[-2:]]


def test_the_image_is_that_of_this_version() -> None:
    assert CONTAINER["image"] == f"chinchon:{__version__}"


def test_nginx_takes_bodies_as_large_as_the_service_does() -> None:
    size = re.search(r"client_max_body_size (\d+)m;", NGINX)
    assert size
    assert int(size[1]) * BYTES["Mi"] == read_settings().max_batch_body


def test_nginx_gives_up_idle_connections_before_the_service_does() -> None:
    upstream = NGINX.partition("upstream chinchon")[2].partition("keepalive_timeout ")[2]
    assert int(upstream.partition("s;")[0]) < read_settings().keep_alive
    assert f"client_body_timeout {read_settings().body_timeout}s;" in NGINX


def test_the_problems_of_nginx_are_those_of_the_contract() -> None:
    schema = {
        "$ref": "#/components/schemas/Problem",
        "components": {"schemas": openapi.document()["components"]["schemas"]},
    }
    told = re.findall(r"location = /problems/(\d+) \{\s*return (\d+) '(.*)';", NGINX)
    assert len(told) == NGINX.count("location = /problems/") > 5
    for place, status, body in told:
        problem = json.loads(body.replace("\\'", "'"))
        jsonschema_rs.validator_for(schema).validate(problem)
        assert place == status == str(problem["status"])
        assert problem["title"] == sentence(f"problem.{problem['type']}")
    targets = set(re.findall(r"error_page .* /problems/(\d+);", NGINX))
    assert targets == {place for place, _, _ in told}
