"""Starts Chroma's own server for the tests of the vector stores. Arguments: its port, and a folder for its data.

It ends with the program that started it: when the standard input is closed.
"""

import json
import os
import sys
import threading

import chromadb_rust_bindings


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    port, folder = int(sys.argv[1]), sys.argv[2]
    settings = {
        "port": port,
        "listen_address": "127.0.0.1",
        "persist_path": os.path.join(folder, "chroma"),
        # Otherwise no page may call it.
        "cors_allow_origins": ["*"],
    }
    file = os.path.join(folder, "chroma.yaml")
    with open(file, "w", encoding="utf-8") as target:
        # Every JSON is YAML, too.
        json.dump(settings, target)
    threading.Thread(target=end_with_parent, daemon=True).start()
    chromadb_rust_bindings.cli(["chroma", "run", file])


main()
