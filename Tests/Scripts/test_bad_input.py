"""On a machine that lacks something, each script says what to do."""

import subprocess

import pytest

BUILDING = ["demo", "serve", "install", "manual", "package", "benchmark", "fuzz", "sanitize", "test"]


def refused(done, code, *words):
    """Whether the script ended with the code, and its last error has the words and a hint."""
    error = done.stderr[done.stderr.rindex("error: "):] if "error: " in done.stderr else ""
    assert done.returncode == code and "hint: " in error, done
    for word in words:
        assert word in error, done
    return True


@pytest.mark.parametrize("script", BUILDING)
def test_no_swift(machine, script):
    machine.has_packages()
    assert refused(machine.run(script), 69, "Swift is not installed", "https://www.swift.org/install/linux/")


@pytest.mark.parametrize("script", BUILDING)
def test_old_swift(machine, script):
    machine.has_packages()
    machine.has_swift(version="5.10.1")
    assert refused(machine.run(script), 69, "Swift 5.10 is too old", "6.2 or later")


def test_swift_that_does_not_run(machine):
    machine.has_packages()
    machine.has("swift", 'echo "swift: error while loading shared libraries: libxml2.so.2" >&2; exit 127')
    assert refused(machine.run("demo"), 69, "does not run", "libxml2.so.2")


def test_an_attack_without_a_program(ready):
    assert refused(ready.run("attack"), 66, "there is no program to attack", ".build/debug/tapctl", "swift build")
    assert refused(ready.run("attack", TAPCTL="/none/tapctl"), 66, "/none/tapctl does not exist")


def test_a_cluster_without_its_programs(machine):
    done = machine.run("cluster", XDG_RUNTIME_DIR=str(machine.home))
    assert refused(done, 69, "the programs of a cluster are not installed", "missing: ", "scripts/install cluster")


def test_another_system(ready):
    ready.has("uname", "echo Darwin")
    assert refused(ready.run("demo"), 69, "does not run on Darwin", "Debian")


def test_no_apt(machine):
    machine.has_swift()
    assert refused(machine.run("demo"), 69, "no apt-get", "libnfc-dev", "libssl-dev")


def test_no_apt_but_all_libraries(machine):
    machine.has_swift(build='mkdir -p .build/debug; printf "#!/bin/bash\\necho walked" >.build/debug/tapctl; '
                            "chmod +x .build/debug/tapctl")
    machine.has("git")
    machine.has("pkg-config")
    done = machine.run("demo")
    assert done.returncode == 0 and "walked" in done.stdout, done


@pytest.mark.parametrize("script", ["demo", "install"])
def test_packages_without_network(machine, script):
    machine.has_swift()
    machine.has("id", "echo 0")
    machine.has("apt-get", 'case " $* " in *" update "*) exit 0 ;; esac\n'
                "echo \"E: Failed to fetch http://mirror.example/x.deb  Temporary failure resolving 'mirror.example'\" >&2\n"
                "exit 100")
    done = machine.run(script)
    assert refused(done, 69, "cannot be downloaded", "/etc/apt/sources.list")
    assert "x.deb" in done.stderr


def test_packages_that_this_system_does_not_have(machine):
    machine.has_swift()
    machine.has("id", "echo 0")
    machine.has("apt-get", 'echo "E: Unable to locate package libnfc-dev" >&2; exit 100')
    assert refused(machine.run("install"), 69, "does not offer", "Debian 12")


def test_packages_on_a_full_disk(machine):
    machine.has_swift()
    machine.has("id", "echo 0")
    machine.has("apt-get", 'echo "E: You don\'t have enough free space in /var/cache/apt/archives/." >&2; exit 100')
    assert refused(machine.run("install"), 74, "disk is full")


def test_no_root_and_no_sudo(machine):
    machine.has_swift()
    machine.has("id", "echo 1000")
    machine.has("apt-get")
    assert refused(machine.run("install"), 77, "root privileges", "apt-get install", "libnfc-dev")


def test_sudo_that_refuses(machine):
    machine.has_swift()
    machine.has("id", "echo 1000")
    machine.has("apt-get")
    machine.has("sudo", 'echo "sudo: a password is required" >&2; exit 1')
    assert refused(machine.run("install"), 77, "root privileges", "administrator")


# As Swift 6.3 prints it.
NO_NETWORK = """echo "Fetching https://github.com/jpsim/Yams"
echo "error: 'yams': Failed to clone repository https://github.com/jpsim/Yams:
    Cloning into bare repository '.build/repositories/Yams-fd9f2519'...
    fatal: unable to access 'https://github.com/jpsim/Yams/': Could not resolve host: github.com"
exit 1"""


@pytest.mark.parametrize("script", ["demo", "serve", "manual", "hardware-check"])
def test_dependencies_without_network(ready, script):
    ready.has_swift(build=NO_NETWORK)
    done = ready.run(script)
    assert refused(done, 69, "cannot be downloaded", "https://github.com")
    assert "Failed to clone repository https://github.com/jpsim/Yams" in done.stderr


@pytest.mark.parametrize("said", [
    "error: writing index record file: failed to write x: No space left on device",
    'error: error: accessing build database ".build/build.db": database or disk is full'])
def test_disk_that_fills_up_while_building(ready, said):
    ready.has_swift(build=f"echo '[1/9] Compiling TagKit A.swift'\necho '{said}'\nexit 1")
    done = ready.run("demo")
    assert refused(done, 74, "the disk is full", "free some space")
    assert said in done.stderr


def test_disk_without_room_for_a_build(ready):
    ready.has("df", "echo Avail; echo 300")
    done = ready.run("demo")
    assert refused(done, 74, "not enough free disk space", "300 MB left")


def test_disk_without_room_for_real(ready, tmp_path):
    """A file system of 16 MB, with the real df."""
    small = tmp_path / "small"
    small.mkdir()
    command = f"""mount -t tmpfs -o size=16m none {small} && cp -r {ready.project} {small}/project &&
        exec {small}/project/scripts/demo"""
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c", command], capture_output=True, text=True,
        timeout=60, env={**ready.environment, "PATH": f"{ready.bin}:/usr/sbin:/usr/bin:/sbin:/bin"})
    if "unshare: " in done.stderr:
        pytest.skip(f"this system does not allow mounting a small file system: {done.stderr.strip()}")
    assert refused(done, 74, "not enough free disk space")


def test_compiler_that_was_killed(ready):
    ready.has_swift(build="echo 'error: compile command failed due to signal 9 (use -v to see invocation)'; exit 1")
    assert refused(ready.run("demo"), 69, "memory", "--jobs 1")


@pytest.mark.parametrize("said", [
    "/x/Tests/SystemTests/Giving/KilledGiversTests.swift:7:5: error: cannot find 'Killed' in scope",
    " 12 | let reason = \"No space left on device\"",
    "/x/Sources/CurlClient/CurlError.swift:9:1: error: no \"Connection refused\" here"])
def test_compile_errors_are_not_taken_for_a_fault_of_the_machine(ready, said):
    (ready.project / "error").write_text(said + "\n")
    ready.has_swift(build="echo '[3/9] Compiling SystemTests A.swift'; cat error; exit 1")
    done = ready.run("demo")
    assert refused(done, 1, "tapctl is not built") and said in done.stderr


def test_errors_of_the_compiler_are_shown_whole(ready):
    error = "\n".join(f"Sources/TagKit/A.swift:{line}:1: error: expected '}}'" for line in range(300))
    (ready.project / "error").write_text(error)
    ready.has_swift(build="echo '[3/9] Compiling TagKit A.swift'; cat error; exit 1")
    done = ready.run("demo")
    assert refused(done, 1, "tapctl is not built")
    assert error in done.stderr


@pytest.mark.parametrize("script, arguments, words", [
    ("install", ["everything"], "does not know “everything”"),
    ("manual", ["x"], "takes no arguments"),
    ("package", ["--fast"], "does not know “--fast”"),
    ("package", ["--program"], "names no file"),
    ("sanitize", ["fast"], "takes no arguments"),
    ("fuzz", ["Nothing"], "no fuzz target “Nothing”"),
    ("fuzz", ["all", "soon"], "not a number of seconds"),
    ("build-times", ["--fast"], "does not know “--fast”"),
    ("build-times", ["--only", "all"], "no build “all”"),
    ("build-times", ["--only"], "needs a value")])
def test_wrong_arguments(ready, script, arguments, words):
    done = ready.run(script, *arguments)
    assert done.returncode == 64 and words in done.stderr and "\n  " in done.stderr, done


@pytest.fixture
def packaging(ready):
    """A machine with everything that packaging needs, except a built program."""
    ready.has("dpkg", "echo amd64")
    ready.has("dpkg-deb")
    (ready.project / "Sources/tapctl").mkdir(parents=True)
    (ready.project / "Sources/tapctl/Version.swift").write_text(
        'static let number = "0.2.0"\nstatic let date = "2026-11-25"\n')
    return ready


def test_package_of_no_program(packaging):
    assert refused(packaging.run("package", "--program", "nothing"), 66, "nothing is not a program")


def test_package_without_dpkg(packaging):
    packaging.lacks("dpkg-deb")
    assert refused(packaging.run("package"), 69, "no dpkg-deb")


def test_package_without_network(packaging):
    packaging.has_swift(build=NO_NETWORK)
    assert refused(packaging.run("package"), 69, "cannot be downloaded", "https://github.com")


def test_package_without_room(packaging):
    packaging.has("df", "echo Avail; echo 300")
    assert refused(packaging.run("package"), 74, "not enough free disk space", "300 MB left")


def test_package_on_a_disk_that_fills_up(packaging):
    """The build leaves 3 MB, and the next step fails."""
    packaging.has("df", 'echo Avail; [ -e full ] && echo 3 || echo 90000')
    packaging.has_swift(build="touch full; mkdir -p .build/release; echo >.build/release/tapctl")
    packaging.has("readelf")
    packaging.has("install", 'echo "install: No space left on device" >&2; exit 1')
    assert refused(packaging.run("package"), 74, "the disk is full; the packages are not complete", "3 MB left")
