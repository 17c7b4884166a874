"""A processor that keeps its charges in a folder of its own, and can be killed and started again on the same port."""

import contextlib
import json
import socket

import church


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Processor:
    """A served processor. `start` starts it, or starts it again after it was killed."""

    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self):
        return church.serving(
            [self.program, "processor", "serve", "--port", str(self.port)], self.folder, until="listening on")


@contextlib.contextmanager
def kept(program, folder):
    """Runs a processor until the end of the test."""
    folder.mkdir()
    processor = Processor(program, folder)
    with processor.start() as said:
        processor.process = said.process
        yield processor


class Books(church.Site):
    """A data folder that uses a served processor."""

    def __init__(self, program, folder, processor):
        super().__init__(program, folder, None)
        self.processor = processor.address

    def run(self, *arguments, code=0):
        return church.tapctl(self.program, self.folder, *arguments, processor=self.processor, code=code)

    def reconciled(self, code=0):
        """Compares the books with everything at the processor; the command must exit with a given code."""
        return json.loads(self.run("payment", "reconcile", "--full", "--json", code=code))["full"]

    def make(self):
        """Adds an organization with a fund."""
        self.run("org", "add", "WoodlandsChurch", "--name", "The Woodlands Church")
        self.run("fund", "add", "12", "--org", "WoodlandsChurch", "--name", "Missions")
        return self
