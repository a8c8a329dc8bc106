"""Runs a llama.cpp server with a model of a file: `python gguf-server.py MODEL PORT`."""

import sys
import threading

import xllamacpp

path, port = sys.argv[1:]
settings = xllamacpp.CommonParams()
settings.model.path = path
settings.hostnames = ["127.0.0.1"]
settings.port = int(port)
settings.n_ctx = 8192
settings.n_parallel = 1
settings.cpuparams.n_threads = 1
settings.use_jinja = True
settings.ui = False
server = xllamacpp.Server(settings)
print(f"listening at {server.listening_address}", flush=True)
threading.Event().wait()
