#!/usr/bin/env python3
"""An image for containers, without a container program: release/image.py PROGRAM VERSION TARGET NOTICES OUT.

One layer: the program, the system's files that it needs (none if it is static), a user who is not root, and a folder for the tables. It
is written as an OCI layout in a tar file: `podman load`, `docker load` (25 or newer) and `skopeo copy oci-archive:...` read it.
"""
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile

program, version, target, notices, out = sys.argv[1:6]
MOMENT = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
USER = 1863
LIMIT = 40_000_000
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def entry(name, kind=tarfile.REGTYPE, mode=0o644, owner=0, size=0):
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.uid, info.gid, info.mtime, info.size = kind, mode, owner, owner, MOMENT, size
    return info


def needed(path):
    """The libraries that a program is linked against, by the system's own account."""
    if target.endswith("-musl"):
        headers = subprocess.run(["readelf", "-l", path], capture_output=True, text=True, check=True).stdout
        if "INTERP" in headers:
            sys.exit("the program is called static and is not")
        return []
    words = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout.split()
    return sorted({word for word in words if word.startswith("/")})


def layer():
    """What the image consists of."""
    folders, files = {"data": (0o755, USER), "tmp": (0o1777, 0)}, {}

    def add(name, content, mode=0o644):
        parts = name.split("/")[:-1]
        for depth in range(1, len(parts) + 1):
            folders.setdefault("/".join(parts[:depth]), (0o755, 0))
        files[name] = (content, mode)

    with open(program, "rb") as file:
        add("longroll", file.read(), 0o755)
    for library in needed(program):
        with open(library, "rb") as file:
            add(library.lstrip("/"), file.read(), 0o755)
    add("etc/passwd", f"root:x:0:0::/:/none\nlongroll:x:{USER}:{USER}::/data:/none\n".encode())
    add("etc/group", f"root:x:0:\nlongroll:x:{USER}:\n".encode())
    with open(notices, "rb") as file:
        add("NOTICES", file.read())
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, (mode, owner) in sorted(folders.items()):
            tar.addfile(entry(name, tarfile.DIRTYPE, mode, owner))
        for name, (content, mode) in sorted(files.items()):
            tar.addfile(entry(name, mode=mode, size=len(content)), io.BytesIO(content))
    return buffer.getvalue()


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


blobs = {}


def blob(kind, content, **more):
    """Puts content into the layout; answers what points at it."""
    blobs[digest(content)] = content
    return {"mediaType": kind, "digest": digest(content), "size": len(content), **more}


plain = layer()
packed = gzip.compress(plain, 9, mtime=0)
architecture = ARCHITECTURES[target.split("-")[0]]
created = __import__("datetime").datetime.fromtimestamp(MOMENT, __import__("datetime").timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
labels = {
    "org.opencontainers.image.title": "Longroll",
    "org.opencontainers.image.description": "Classic American Civil War hex-and-counter games with every rule enforced",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
}
config = json.dumps({
    "created": created, "architecture": architecture, "os": "linux",
    "config": {
        "User": f"{USER}:{USER}", "WorkingDir": "/data", "Env": ["HOME=/data"], "Labels": labels,
        "Entrypoint": ["/longroll"],
        "Cmd": ["serve", "--no-open", "--addr", "0.0.0.0:1863", "--db", "/data/tables.sqlite"],
        "ExposedPorts": {"1863/tcp": {}}, "Volumes": {"/data": {}}, "StopSignal": "SIGTERM",
    },
    "rootfs": {"type": "layers", "diff_ids": [digest(plain)]},
    "history": [{"created": created, "created_by": "release/image.py"}],
}, indent=1, sort_keys=True).encode()
manifest = json.dumps({
    "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "config": blob("application/vnd.oci.image.config.v1+json", config),
    "layers": [blob("application/vnd.oci.image.layer.v1.tar+gzip", packed)],
    "annotations": labels,
}, indent=1, sort_keys=True).encode()
pointer = blob("application/vnd.oci.image.manifest.v1+json", manifest, platform={"architecture": architecture, "os": "linux"},
               annotations={"org.opencontainers.image.ref.name": f"longroll:{version}"})
index = json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [pointer]}, indent=1).encode()

with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as tar:
    def put(name, content):
        tar.addfile(entry(name, size=len(content)), io.BytesIO(content))
    put("oci-layout", b'{"imageLayoutVersion":"1.0.0"}')
    put("index.json", index)
    for folder in ("blobs", "blobs/sha256"):
        tar.addfile(entry(folder, tarfile.DIRTYPE, 0o755))
    for name, content in sorted(blobs.items()):
        put("blobs/sha256/" + name.split(":")[1], content)

if len(plain) > LIMIT:
    sys.exit(f"the image has {len(plain)} bytes, more than {LIMIT}")
print(f"{out}: {len(plain)} bytes unpacked, {os.path.getsize(out)} packed")
