"""The parts of scripts/cluster: etcd, three PostgreSQL servers with Patroni, haproxy, and two `tapctl serve`."""

import contextlib
import json
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import psycopg2
from cluster_network import Network
from cluster_processes import Failure, Process, children, database_user

NODES = ["db1", "db2", "db3"]
# Seconds. A leader that is lost is replaced when its lease in etcd, `ttl`, has expired. Patroni requires
# loop_wait + 2 * retry_timeout <= ttl.
TIMES = {"ttl": 6, "loop_wait": 1, "retry_timeout": 2, "primary_start_timeout": 0}
# A part that has ended starts again, as on a machine that reboots.
REBOOT = 15
START_LIMIT = 60


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def programs():
    """The folder of PostgreSQL's programs, which Debian does not add to the path."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    # Debian has haproxy in a folder that users may not have in their path.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    missing = [name for name in ("patroni", "etcd", "haproxy") if not shutil.which(name)]
    if missing or not folders:
        raise Failure(69, "the programs of a cluster are not installed",
                      f"missing: {', '.join(missing + ([] if folders else ['postgresql']))}",
                      "hint: scripts/install cluster")
    return folders[-1]


class Node:
    """A PostgreSQL server with its Patroni."""

    def __init__(self, name, folder, peer, client, user, namespace):
        self.name, self.folder = name, folder / name
        self.peer, self.client = peer, client
        self.port, self.api_port = free_port(), free_port()
        self.folder.mkdir(mode=0o700)
        self.patroni = Process(name, ["patroni", str(self.folder / "patroni.json")], folder, user, namespace)

    def configure(self, etcd, programs, password, user):
        anywhere = "127.0.0.1" if self.peer == "127.0.0.1" else "0.0.0.0"
        access = ["local all all scram-sha-256", "host all all 0.0.0.0/0 scram-sha-256",
                  "host replication replicator 0.0.0.0/0 scram-sha-256"]
        settings = {
            "scope": "giving", "name": self.name, "namespace": "/tapctl/",
            "restapi": {"listen": f"{anywhere}:{self.api_port}", "connect_address": f"{self.peer}:{self.api_port}",
                        "authentication": {"username": "patroni", "password": password}},
            "etcd3": {"hosts": etcd},
            "bootstrap": {
                "dcs": {**TIMES, "synchronous_mode": True, "synchronous_mode_strict": True, "failsafe_mode": True,
                        "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": {
                            "max_connections": 100, "shared_buffers": "32MB", "hot_standby": True,
                            "max_wal_senders": 6, "wal_keep_size": "64MB", "wal_sender_timeout": "5s",
                            "wal_receiver_timeout": "5s", "tcp_user_timeout": "5s",
                            # A standby that did not find its leader waits as long before it connects to the next one,
                            # and until then no commit is confirmed. The default is 5 s.
                            "wal_retrieve_retry_interval": "500ms"}}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
                "pg_hba": access},
            "postgresql": {
                "listen": f"{anywhere}:{self.port}", "connect_address": f"{self.peer}:{self.port}",
                "data_dir": str(self.folder / "data"), "bin_dir": str(programs), "pgpass": str(self.folder / "pgpass"),
                "use_unix_socket": True, "pg_hba": access,
                "parameters": {"unix_socket_directories": str(self.folder), "dynamic_shared_memory_type": "mmap"},
                "authentication": {"superuser": {"username": "postgres", "password": password},
                                   "replication": {"username": "replicator", "password": password}}},
            "watchdog": {"mode": "off"},
        }
        # JSON is also YAML.
        (self.folder / "patroni.json").write_text(json.dumps(settings, indent=1))
        if user:
            for path in (self.folder, self.folder / "patroni.json"):
                os.chown(path, user.pw_uid, user.pw_gid)

    def ask(self, path="/patroni", timeout=2):
        """The response of Patroni's API, or None."""
        try:
            with urllib.request.urlopen(f"http://{self.client}:{self.api_port}{path}", timeout=timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error, contextlib.suppress(ValueError):
                return json.load(error)
        except (OSError, ValueError):
            return None

    def kill(self):
        """Kills Patroni and PostgreSQL at once, as a power failure does."""
        self.patroni.kill()
        if postmaster := self._postmaster():
            for pid in [postmaster, *children(postmaster)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def end(self):
        """Ends both. An immediate shutdown of PostgreSQL leaves no shared memory."""
        self.patroni.kill()
        if postmaster := self._postmaster():
            with contextlib.suppress(ProcessLookupError):
                os.kill(postmaster, signal.SIGQUIT)
            for _ in range(50):
                if not self._postmaster():
                    return
                time.sleep(0.1)
        elif len(lines := self._lock_file()) > 6:
            subprocess.run(["ipcrm", "-m", lines[6].split()[1]], capture_output=True)

    def _lock_file(self):
        with contextlib.suppress(OSError):
            return (self.folder / "data/postmaster.pid").read_text().splitlines()
        return []

    def _postmaster(self):
        """The server's process, if it exists."""
        lines = self._lock_file()
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int(lines[0])
            if os.path.realpath(f"/proc/{pid}/cwd") == os.path.realpath(self.folder / "data"):
                return pid
        return None


class Cluster:
    """All parts, which start and end together."""

    def __init__(self, folder, members=1, network=False, serve=None, say=print):
        bin_folder = programs()
        self.folder, self.say, self.user = folder, say, database_user()
        self.password = secrets.token_hex(16)
        self.began = time.monotonic()
        self.ends, self.others, self.nodes, self.cut_off = [], [], [], set()
        if self.user:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.network = Network(folder, NODES) if network else None
        etcd = self._add_etcd(members)
        for name in NODES:
            net = self.network
            node = Node(name, folder, *((net.peer[name], net.client[name]) if net else ("127.0.0.1", "127.0.0.1")),
                        self.user, net.namespaces[name] if net else None)
            node.configure(etcd, bin_folder, self.password, self.user)
            self.nodes.append(node)
        self.pass_file = folder / "pgpass"
        self.pass_file.write_text(f"*:*:*:*:{self.password}\n")
        self.pass_file.chmod(0o600)
        self.serve_program = serve
        self.port = free_port()

    def _add_etcd(self, members):
        """Adds the members of etcd, and returns their addresses for clients."""
        host = self.network.etcd if self.network else "127.0.0.1"
        ports = [(free_port(), free_port()) for _ in range(members)]
        together = ",".join(f"etcd{index}=http://{host}:{peer}" for index, (_, peer) in enumerate(ports, 1))
        for index, (client, peer) in enumerate(ports, 1):
            data = self.folder / f"etcd{index}"
            data.mkdir(mode=0o700)
            if self.user:
                os.chown(data, self.user.pw_uid, self.user.pw_gid)
            self.others.append(Process(f"etcd{index}", [
                "etcd", "--name", f"etcd{index}", "--data-dir", str(data), "--logger", "zap", "--log-level", "warn",
                "--listen-client-urls", f"http://{host}:{client}", "--advertise-client-urls", f"http://{host}:{client}",
                "--listen-peer-urls", f"http://{host}:{peer}", "--initial-advertise-peer-urls", f"http://{host}:{peer}",
                "--initial-cluster", together], self.folder, self.user,
                self.network.namespaces["switch"] if self.network else None))
        return [f"{host}:{client}" for client, _ in ports]

    # Starting and ending

    def start(self):
        for process in self.processes:
            process.start()
        self.wait(lambda: self.is_healthy, "the cluster is not ready", START_LIMIT)
        self._create_database()
        if self.serve_program:
            self._add_serve()
        haproxy = Process("haproxy", ["haproxy", "-db", "-f", str(self.folder / "haproxy.cfg")], self.folder, self.user)
        (self.folder / "haproxy.cfg").write_text(self._haproxy())
        self.others.append(haproxy.start())
        self.wait(lambda: self._accepts(self.port), "haproxy is not ready", 10)
        # A new standby connects twice: Patroni restarts its replication after it has created the slots.
        self.wait(lambda: self.is_healthy, "a standby has no connection", START_LIMIT)

    def _create_database(self):
        with contextlib.closing(psycopg2.connect(self.url("postgres", "postgres"))) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE ROLE giving LOGIN PASSWORD '{self.password}'")
                cursor.execute("CREATE DATABASE giving OWNER giving TEMPLATE template0 LOCALE 'C'")

    def _add_serve(self):
        """Starts a simulated processor and two servers, with an organization and a fund."""
        home = {"TAPCTL_HOME": str(self.folder / "home")}
        (self.folder / "home").mkdir(mode=0o700)
        hosts = ",".join(f"{node.client}:{node.port}" for node in self.nodes)
        processor, *self.pages = [free_port() for _ in range(3)]
        self.environment = {**home, "PGPASSFILE": str(self.pass_file), "TAPCTL_PROCESSOR": f"http://127.0.0.1:{processor}",
                            "TAPCTL_DATABASE": f"postgres://giving@{hosts}/giving"}
        self._add_tapctl("processor", ["processor", "serve"], processor, home)
        for words in (["org", "add", "Grace", "--name", "Grace Church"],
                      ["fund", "add", "12", "--org", "Grace", "--name", "Missions"]):
            self.tapctl(*words)
        for index, port in enumerate(self.pages, 1):
            self._add_tapctl(f"serve{index}", ["serve"], port, self.environment)

    def tapctl(self, *words):
        """Runs a command on the database, and returns its output."""
        done = subprocess.run([self.serve_program, *words], capture_output=True, text=True, timeout=900,
                              env={**os.environ, **self.environment})
        if done.returncode != 0:
            raise Failure(done.returncode, f"tapctl {' '.join(words)} failed", *done.stdout.splitlines()[-20:],
                          *done.stderr.splitlines())
        return done.stdout

    def _add_tapctl(self, name, words, port, environment):
        command = [self.serve_program, *words, "--port", str(port)]
        self.others.append(Process(name, command, self.folder, None, None, environment).start())
        self.wait(lambda: self._accepts(port), f"{name} is not ready", 30)

    def _haproxy(self):
        servers = "\n".join(f"  server {node.name} {node.client}:{node.port} check port {node.api_port}"
                            for node in self.nodes)
        text = f"""defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen database
  bind 127.0.0.1:{self.port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""
        if self.serve_program:
            self.page_port = free_port()
            servers = "\n".join(f"  server serve{index} 127.0.0.1:{port} check"
                                for index, port in enumerate(self.pages, 1))
            text += f"""listen pages
  mode http
  bind 127.0.0.1:{self.page_port}
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host 127.0.0.1
  option redispatch
  default-server inter 1s fall 2 rise 1
{servers}
"""
        return text

    def end(self):
        for process in reversed(self.others):
            if not process.name.startswith("etcd"):
                process.end()
        for node in self.nodes:
            node.end()
        for process in self.others:
            process.kill()
        if self.network:
            self.network.end()

    # Watching

    @property
    def processes(self):
        return self.others + [node.patroni for node in self.nodes]

    def tick(self):
        """Starts the parts again that ended a while ago."""
        for process in self.processes:
            if process.running and not process.is_running and time.monotonic() - process.ended > REBOOT:
                self.say(f"{process.name} ended {REBOOT} s ago and starts again")
                process.start()

    def wait(self, condition, sentence, seconds, while_waiting=lambda: None):
        """Waits until the condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Failure(69, f"{sentence} after {seconds} s", *self._reasons())
            while_waiting()
            time.sleep(0.2)

    def _reasons(self):
        # A node that runs is also of interest: Patroni logs why PostgreSQL does not start.
        replicating = self.is_healthy
        logs = [f"{process.name}: {line}" for process in self.processes
                if not process.is_running or not replicating for line in process.last_lines]
        return self.status() + logs

    @staticmethod
    def _accepts(port):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        return False

    @property
    def leader(self):
        """The node that accepts writes, or None."""
        for node in self.nodes:
            if node.name not in self.cut_off and node.patroni.is_running and self._is_leader(node.ask()):
                return node
        return None

    @staticmethod
    def _is_leader(state):
        return bool(state) and state.get("role") in ("master", "primary") and state.get("state") == "running"

    @property
    def is_healthy(self):
        """Whether both standbys receive the log, and one of them is synchronous."""
        leader = self.leader
        standbys = (leader.ask() or {}).get("replication", []) if leader else []
        streaming = {standby["application_name"] for standby in standbys if standby["state"] == "streaming"}
        return len(streaming) == 2 and any(standby["sync_state"] in ("sync", "quorum") for standby in standbys)

    def status(self):
        """A line for each part."""
        lines = []
        for process in self.others:
            lines.append(f"{process.name:<10} {'running' if process.is_running else 'ended'}")
            if process.name == "haproxy":
                lines[-1] += f", 127.0.0.1:{self.port} leads to the leader"
                if self.serve_program:
                    lines[-1] += f", pages at http://127.0.0.1:{self.page_port}/Grace?f=12"
        leader = self.leader
        names = {standby["application_name"]: standby["sync_state"]
                 for standby in ((leader.ask() or {}) if leader else {}).get("replication", [])
                 if standby["state"] == "streaming"}
        for node in self.nodes:
            state = node.ask() if node.patroni.is_running else None
            role = "leader" if node is leader else {"sync": "synchronous standby", "async": "standby"}.get(
                names.get(node.name), "not replicating")
            words = f"{role}, {state['state']}, timeline {state.get('timeline', '-')}" if state else "does not respond"
            words += ", cut off" if node.name in self.cut_off else ""
            lines.append(f"{node.name:<10} {words}, {node.client}:{node.port}")
        return lines

    def url(self, user="giving", database="giving"):
        hosts = ",".join(f"{node.client}:{node.port}" for node in self.nodes)
        # Without keepalive and timeout, a client waits for minutes if its server disappears.
        return (f"postgresql://{user}@{hosts}/{database}?target_session_attrs=read-write&connect_timeout=2"
                f"&tcp_user_timeout=5000&keepalives_idle=2&keepalives_interval=1&keepalives_count=3"
                f"&passfile={self.pass_file}")

    # Commands

    def node(self, name):
        found = self.leader if name == "leader" else next((node for node in self.nodes if node.name == name), None)
        if not found:
            raise Failure(64, "there is no leader now" if name == "leader" else f"there is no node {name}",
                          f"hint: the nodes are {', '.join(NODES)}, and leader is the one that accepts writes")
        return found

    def kill(self, name="leader"):
        node = self.node(name)
        node.kill()
        return node

    def switchover(self):
        """Makes the synchronous standby the leader, without an interruption longer than a restart."""
        leader = self.node("leader")
        request = urllib.request.Request(
            f"http://{leader.client}:{leader.api_port}/switchover", json.dumps({"leader": leader.name}).encode(),
            {"Content-Type": "application/json"})
        passwords = urllib.request.HTTPPasswordMgrWithPriorAuth()
        passwords.add_password(None, request.full_url, "patroni", self.password, is_authenticated=True)
        opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(passwords))
        try:
            with opener.open(request, timeout=30) as response:
                return response.read().decode().strip()
        except urllib.error.HTTPError as error:
            with error:
                raise Failure(69, "Patroni refused the switchover", error.read().decode().strip(),
                              "hint: scripts/cluster status shows if a synchronous standby exists") from None
        except OSError as error:
            raise Failure(69, "Patroni did not respond to the switchover", str(error)) from None

    def cut(self, name):
        """Separates a node from etcd and the other nodes; clients still reach it."""
        if not self.network:
            raise Failure(64, "this cluster has no network that can be cut", "hint: scripts/cluster start --network")
        node = self.node(name)
        self.network.cut(node.name)
        self.cut_off.add(node.name)
        return node

    def join(self, name):
        node = self.node(name)
        if node.name in self.cut_off:
            self.network.join(node.name)
            self.cut_off.discard(node.name)
        return node
