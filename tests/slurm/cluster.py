"""A real Slurm on this machine for tests: munged, slurmctld and some slurmd.

The cluster lives in namespaces of its own (see in_namespaces): it sees no
process, port or mount of the machine, and when its first process ends, for
whatever reason, the kernel ends every daemon, job step and job with it. So
nothing survives a test, not even one that was killed, and fixed ports cannot
collide with anybody's. Its files are in memory, in a mount of these namespaces,
if the machine has an empty folder for it.
"""

import ctypes
import fcntl
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

HANGS = 300  # seconds; nothing here takes long unless it hangs
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol",
            "unshare", "mount")
# Debian puts daemons where the PATH of a user need not look.
os.environ["PATH"] += ":/usr/sbin:/sbin"

# No time limit of Slurm's own may end anything on a slow machine: a node that
# is cut is declared down by the test. AuthInfo's cred_expire is the time for
# which Slurm keeps a requeued job waiting, but also the time in which a node has
# to accept a task.
CONFIGURATION = """\
ClusterName=couillon
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=6817
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=20
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
Prolog={folder}/prolog
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
JobRequeue=1
KillWait=60
BatchStartTimeout=600
MessageTimeout=60
TCPTimeout=30
SlurmdTimeout=600
InactiveLimit=0
MinJobAge=3600
NodeName=n[1-{nodes}] NodeHostname={host} NodeAddr=127.0.0.1 \
Port=[17001-{last_port}] CPUs={cpus} RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def why_not():
    """Why no Slurm can run here, or None."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        return (f"{', '.join(missing)} not found: install slurm-wlm and munge "
                "(tools/setup.sh --dev)")
    if os.geteuid() != 0:
        return "only root can start a Slurm whose jobs are run by its daemons"
    trial = subprocess.run(
        [*NAMESPACES, sys.executable, __file__], capture_output=True,
        stdin=subprocess.DEVNULL, check=False)
    if trial.returncode != 0:
        last = trial.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return f"no namespaces: {' '.join(last)}"
    return None


# Processes, mounts, network, host name, System V IPC.
NAMESPACES = ("unshare", "--pid", "--fork", "--kill-child=SIGKILL",
              "--mount", "--mount-proc", "--net", "--uts", "--ipc")
INSIDE = "COUILLON_SLURM_TEST_INSIDE"


def in_namespaces():
    """Starts this program again in namespaces of its own, unless it is there.

    Does not return outside of them: this process becomes unshare(1), which ends
    everything inside when it ends or is killed.
    """
    if os.environ.get(INSIDE) != str(os.getpid()):
        os.environ[INSIDE] = "1"  # the first process of the namespace
        os.execvp(NAMESPACES[0],
                  [*NAMESPACES, sys.executable, *sys.argv])
    # unshare could end between fork and prctl: then this is an orphan.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    furnish()


def furnish():
    """Gives fresh namespaces what a cluster needs."""
    loopback_up()
    socket.sethostname("localhost")  # has an address everywhere
    # A folder that nobody misses here: other mounts could hide the programs.
    for folder in ("/srv", "/media", "/mnt", "/opt"):
        if os.path.isdir(folder) and not os.listdir(folder):
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2g,mode=0755",
                            "couillon-slurm", folder], check=True)
            tempfile.tempdir = folder
            return


def loopback_up():
    """Makes 127.0.0.1 and 127.0.0.2 reachable, without ip(8).

    getaddrinfo with AI_ADDRCONFIG, as Slurm calls it, finds nothing on a
    machine whose only address is 127.0.0.1.
    """
    set_flags = 0x8914  # SIOCSIFFLAGS
    set_address = 0x8916  # SIOCSIFADDR
    up = 1  # IFF_UP
    address = struct.pack("h2x4s8x", socket.AF_INET,
                          socket.inet_aton("127.0.0.2"))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up))
        fcntl.ioctl(any_socket, set_address, struct.pack("16s16s", b"lo:1",
                                                         address))


def wait_for(what, happened, seconds=HANGS):
    """Waits until happened() returns something true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        result = happened()
        if result:
            return result
        if time.monotonic() > end:
            raise TimeoutError(f"not in {seconds} s: {what}")
        time.sleep(0.1)


def wait_for_file(path):
    wait_for(f"{path} exists", path.exists)


class Cluster:
    """The daemons. Use as a context; requires in_namespaces()."""

    def __init__(self, folder, nodes, cpus=1):
        self.cpus = cpus  # of a node
        self.folder = pathlib.Path(folder)
        self.nodes = [f"n{1 + i}" for i in range(nodes)]
        self.daemons = {}
        self.environment = {**os.environ,
                            "SLURM_CONF": str(self.folder / "slurm.conf")}

    def __enter__(self):
        self.configure()
        try:
            self.start_munge()
            self.start_controller()
            for node in self.nodes:
                self.start_node(node)
            wait_for("all nodes are idle", lambda: set(
                self.node_states().values()) == {"idle"})
        except BaseException:
            self.print_logs()
            self.end()
            raise
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            self.print_logs()
        self.end()

    def configure(self):
        (self.folder / "state").mkdir(parents=True)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host="localhost", folder=self.folder, nodes=len(self.nodes),
            cpus=self.cpus,
            last_port=17000 + len(self.nodes)))
        # What each node runs before a job: refuses it on demand.
        prolog = self.folder / "prolog"
        prolog.write_text(f"#!/bin/sh\ntest ! -e {self.folder}/refuse\n")
        prolog.chmod(0o755)
        # Without a mounted cgroup file system Slurm would look for the version
        # and fail.
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")

    def start(self, name, *command):
        """Starts a daemon in the foreground, with no descriptor of ours.

        munged would keep what it inherits for ever, and with it the pipe of
        whoever waits for the output of this test.
        """
        log = (self.folder / f"{name}.out").open("ab")
        with log:
            self.daemons[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                close_fds=True, start_new_session=True, cwd="/",
                env=self.environment)

    def start_munge(self):
        folder = self.folder / "munge"
        folder.mkdir(mode=0o755)
        key = folder / "key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(128))
        self.start("munged", "munged", "--foreground", "--force",
                   f"--key-file={key}", f"--socket={folder}/socket",
                   f"--pid-file={folder}/pid", f"--log-file={folder}/log",
                   f"--seed-file={folder}/seed", "--num-threads=2")
        wait_for_file(folder / "socket")

    def start_controller(self):
        self.start("slurmctld", "slurmctld", "-D", "-i",
                   "-f", str(self.folder / "slurm.conf"))
        wait_for("the controller answers", lambda: self.run(
            "scontrol", "ping", check=False).stdout.count("UP"))

    def start_node(self, node):
        self.start(node, "slurmd", "-D", "-N", node,
                   "-f", str(self.folder / "slurm.conf"))

    def wait_for_saved_state(self):
        """Waits until the controller has saved what has happened until now.

        One that is killed before forgets which tasks have started: it starts
        them again, nodes refuse a job that they know, and Slurm holds it for
        ever ("launch failed requeued held"). Requires: a job is running.
        """
        running = next(job for job, state in self.jobs().items()
                       if state == "RUNNING")
        mark = f"saved-{time.monotonic_ns()}"
        self.run("scontrol", "update", f"jobid={running}", f"comment={mark}")
        saved = self.folder / "state/job_state"
        wait_for("the controller saves its state", lambda: saved.exists() and
                 mark.encode() in saved.read_bytes())

    def kill_controller(self):
        self.kill("slurmctld")

    def cut_node(self, node):
        """Ends all that runs on a node at once, as a power cut would."""
        victims = self.processes_of(node)
        self.kill(node)
        # A step daemon outlives its slurmd, and a job its step daemon.
        while victims:
            for victim in victims:
                try:
                    os.kill(victim, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            victims = self.processes_of(node)

    def declare_down(self, node):
        """Tells the controller, as its own watch would after some minutes."""
        self.run("scontrol", "update", f"nodename={node}", "state=down",
                 "reason=cut")

    def processes_of(self, node):
        """The processes of jobs of a node, and of their step daemons."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes().split(b"\0")
                command = (folder / "cmdline").read_bytes()
                state = (folder / "stat").read_text().rpartition(") ")[2][0]
            except (OSError, ValueError):  # it has ended meanwhile
                continue
            of_job = f"SLURMD_NODENAME={node}".encode() in environment
            of_step = (b"slurmstepd" in command and
                       self.step_is_of(folder.name, node))
            if state != "Z" and (of_job or of_step):
                found.append(int(folder.name))
        return found

    def step_is_of(self, pid, node):
        """Whether a step daemon has a file in the spool folder of a node."""
        spool = f"{self.folder}/spool-{node}/"
        try:
            for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
                if os.readlink(descriptor).startswith(spool):
                    return True
                if os.readlink(descriptor) == f"{self.folder}/slurmd-{node}.log":
                    return True
        except OSError:
            pass
        return False

    def kill(self, name):
        daemon = self.daemons.pop(name)
        daemon.kill()
        daemon.wait()

    def end(self):
        """Ends every process of the namespace but this one."""
        while True:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                break
            try:
                os.waitpid(-1, 0)  # also orphans, whose parent we became
            except ChildProcessError:
                break
        self.daemons.clear()

    def run(self, *command, check=True, **options):
        """Runs a program with this cluster's environment to its end."""
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, check=False, timeout=10 * HANGS,
            env=self.environment, **options)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: exit code "
                               f"{done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def node_states(self):
        lines = self.run("sinfo", "--noheader", "--Node", "--format=%N %T",
                         check=False).stdout.splitlines()
        return dict(line.split() for line in lines)

    def jobs(self):
        """The states of jobs that have not ended, by ARRAY_TASK or id."""
        lines = self.run("squeue", "--noheader", "--array",
                         "--format=%i %T").stdout.splitlines()
        return dict(line.split() for line in lines)

    def held_jobs(self):
        """Those that wait for a person since their start failed."""
        lines = self.run("squeue", "--noheader", "--array",
                         "--format=%i %r").stdout.splitlines()
        return [line.split()[0] for line in lines if "held" in line]

    def print_logs(self):
        for command in (["squeue"], ["sinfo"], ["scontrol", "show", "jobs"]):
            print(self.run(*command, check=False).stdout)
        for log in sorted([*self.folder.glob("*.log"),
                           *self.folder.glob("*.out"),
                           *self.folder.glob("munge/log")]):
            print(f"--- {log.name}")
            print("\n".join(
                log.read_text(errors="replace").splitlines()[-40:]))
        sys.stdout.flush()


if __name__ == "__main__":  # the trial of why_not(), in namespaces
    furnish()
