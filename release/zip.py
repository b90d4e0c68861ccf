#!/usr/bin/env python3
"""A folder as a zip file, the same for the same content: release/zip.py FOLDER OUT."""
import os
import sys
import time
import zipfile

folder, out = sys.argv[1:3]
# A zip file knows no time before 1980.
moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
    for at, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(at, name)
            info = zipfile.ZipInfo(path.replace(os.sep, "/"), moment)
            info.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            with open(path, "rb") as file:
                packed.writestr(info, file.read())
