"""A network of its own for the nodes of scripts/cluster, which can be cut. It disappears with the processes that hold it.

Each node has two interfaces: `peers` leads to a bridge with etcd and the other nodes, and `clients` to this machine. A cut
closes only `peers`: clients still reach the node, which is the case in which a database without `strict` loses commits.
"""

import os
import pathlib
import subprocess
import time

from cluster_processes import Failure, Process

PEERS, CLIENTS = "10.213.77", "10.213.78"


class Network:
    def __init__(self, folder, names):
        self.holders = {}
        if os.geteuid() != 0:
            raise Failure(77, "a network that can be cut needs root privileges", "hint: run this as root, or without --network")
        for name in ["switch", *names]:
            self.holders[name] = Process(f"network-{name}", ["unshare", "--net", "sleep", "infinity"], folder).start()
        self.namespaces = {name: self._open(holder) for name, holder in self.holders.items()}
        self.etcd = f"{PEERS}.1"
        self.peer = {name: f"{PEERS}.{11 + index}" for index, name in enumerate(names)}
        self.client = {name: f"{CLIENTS}.{4 * index + 2}" for index, name in enumerate(names)}
        self._run("switch", "link set lo up", "link add bridge type bridge", f"addr add {self.etcd}/24 dev bridge",
                  "link set bridge up")
        for index, name in enumerate(names):
            # The kernel removes the interfaces of a killed script a moment after its processes.
            subprocess.run(["ip", "link", "delete", f"tapctl-{name}"], capture_output=True)
            node, switch = (self.holders[place].running.pid for place in (name, "switch"))
            self._run(None, f"link add peers netns {node} type veth peer name {name} netns {switch}",
                      f"link add tapctl-{name} type veth peer name clients netns {node}",
                      f"addr add {CLIENTS}.{4 * index + 1}/30 dev tapctl-{name}", f"link set tapctl-{name} up")
            self._run("switch", f"link set {name} master bridge", f"link set {name} up")
            self._run(name, "link set lo up", f"addr add {self.peer[name]}/24 dev peers", "link set peers up",
                      f"addr add {self.client[name]}/30 dev clients", "link set clients up")

    def cut(self, name):
        self._run("switch", f"link set {name} down")

    def join(self, name):
        self._run("switch", f"link set {name} up")

    def end(self):
        for name in self.client:
            subprocess.run(["ip", "link", "delete", f"tapctl-{name}"], capture_output=True)
        for holder in self.holders.values():
            holder.kill()

    def _run(self, place, *commands):
        inside = ["nsenter", f"--net=/proc/{self.holders[place].running.pid}/ns/net"] if place else []
        for command in commands:
            done = subprocess.run([*inside, "ip", *command.split()], capture_output=True, text=True)
            if done.returncode != 0:
                raise Failure(69, "the network of the cluster cannot be made", f"ip {command}: {done.stderr.strip()}",
                              "hint: run this without --network")

    @staticmethod
    def _open(holder):
        ours = os.readlink("/proc/self/ns/net")
        path = pathlib.Path(f"/proc/{holder.running.pid}/ns/net")
        for _ in range(100):
            if holder.is_running and os.readlink(path) != ours:
                return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            time.sleep(0.05)
        raise Failure(69, "this machine does not allow network namespaces", *holder.last_lines,
                      "hint: run this without --network")
