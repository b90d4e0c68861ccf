#!/usr/bin/env python3
"""Puts an image together in a folder, checking every sum: release/unpack.py IMAGE FOLDER. Prints its user and, a line each, what it starts."""
import gzip
import hashlib
import io
import json
import sys
import tarfile

image, folder = sys.argv[1:3]
with tarfile.open(image) as tar:
    def blob(pointer):
        content = tar.extractfile("blobs/sha256/" + pointer["digest"].split(":")[1]).read()
        assert "sha256:" + hashlib.sha256(content).hexdigest() == pointer["digest"] and len(content) == pointer["size"], pointer
        return content

    assert json.load(tar.extractfile("oci-layout"))["imageLayoutVersion"] == "1.0.0"
    manifest = json.loads(blob(json.load(tar.extractfile("index.json"))["manifests"][0]))
    config = json.loads(blob(manifest["config"]))
    for pointer, sum_of_plain in zip(manifest["layers"], config["rootfs"]["diff_ids"], strict=True):
        plain = gzip.decompress(blob(pointer))
        assert "sha256:" + hashlib.sha256(plain).hexdigest() == sum_of_plain
        with tarfile.open(fileobj=io.BytesIO(plain)) as layer:
            layer.extractall(folder, numeric_owner=True)
print(config["config"]["User"])
print("\n".join(config["config"]["Entrypoint"] + config["config"]["Cmd"]))
