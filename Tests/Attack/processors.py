"""A processor that keeps its charges in a folder of its own, and can be killed and started again on the same port."""

import contextlib
import socket

import church


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


class Processor:
    """A served processor; `start` starts it again after it was killed."""

    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self):
        return church.serving(
            [self.program, "processor", "serve", "--port", str(self.port)], self.folder, until="listening on")


@contextlib.contextmanager
def kept(program, folder):
    """A processor that runs until the end of the test."""
    folder.mkdir()
    processor = Processor(program, folder)
    with processor.start() as said:
        processor.process = said.process
        yield processor


class Books(church.Site):
    """A data folder whose charges are made by a served processor."""

    def __init__(self, program, folder, processor):
        super().__init__(program, folder, None)
        self.options = ["--processor", processor.address]

    def make(self):
        """Adds an organization with a fund."""
        self.run("org", "add", "WoodlandsChurch", "--name", "The Woodlands Church", *self.options)
        self.run("fund", "add", "12", "--org", "WoodlandsChurch", "--name", "Missions")
        return self

    def served(self, *options):
        return church.served(self.program, self.folder, *self.options, *options)
