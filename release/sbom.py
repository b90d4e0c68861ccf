#!/usr/bin/env python3
"""Of what the program is made, as CycloneDX 1.5: release/sbom.py VERSION TARGET. By cargo's own account, with the sums of Cargo.lock."""
import json
import re
import subprocess
import sys
import uuid

version, target = sys.argv[1:3]
said = subprocess.run(["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target],
                      capture_output=True, text=True, check=True).stdout
metadata = json.loads(said)
with open("Cargo.lock", encoding="utf-8") as lock:
    sums = dict(((name, v), s) for name, v, s in re.findall(
        r'name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([0-9a-f]+)"', lock.read()))

packages = {p["id"]: p for p in metadata["packages"]}
nodes = {n["id"]: n for n in metadata["resolve"]["nodes"]}


def parts(node):
    """What goes into it; what only builds or tests it is no part."""
    return sorted(d["pkg"] for d in node["deps"] if any(kind["kind"] is None for kind in d["dep_kinds"]))


program = next(i for i, p in packages.items() if p["name"] == "longroll")
found, waiting = {program}, [program]
while waiting:
    for part in parts(nodes[waiting.pop()]):
        if part not in found:
            found.add(part)
            waiting.append(part)


def reference(ident):
    return f'pkg:cargo/{packages[ident]["name"]}@{packages[ident]["version"]}'


def component(ident):
    p = packages[ident]
    made = {"type": "application" if ident == program else "library", "bom-ref": reference(ident), "name": p["name"], "version": p["version"],
            "purl": reference(ident)}
    if p.get("description"):
        made["description"] = " ".join(p["description"].split())
    if p.get("license"):
        made["licenses"] = [{"expression": p["license"].replace("/", " OR ")}]
    if (p["name"], p["version"]) in sums:
        made["hashes"] = [{"alg": "SHA-256", "content": sums[(p["name"], p["version"])]}]
    if p.get("repository"):
        made["externalReferences"] = [{"type": "vcs", "url": p["repository"]}]
    return made


order = sorted(found, key=reference)
bom = {
    "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
    "serialNumber": "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([version, target, [reference(i) for i in order]]))),
    "metadata": {"component": component(program), "properties": [{"name": "longroll:target", "value": target}]},
    "components": [component(i) for i in order if i != program],
    "dependencies": [{"ref": reference(i), "dependsOn": sorted({reference(d) for d in parts(nodes[i])})} for i in order],
}
json.dump(bom, sys.stdout, indent=1)
print()
