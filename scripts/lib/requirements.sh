# shellcheck shell=bash
# Checks of what the scripts need from the machine, made before they start. Sourced, in the project's root folder.
#
# Exit codes are tapctl's: 64 wrong arguments, 69 something is missing or unreachable, 74 the disk is full,
# 77 no permission.

# Prints an error with its details, one per line, and exits.
fail() { # fail CODE SENTENCE [DETAIL]...
    local code=$1
    echo "error: $2" >&2
    shift 2
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit "$code"
}

require_linux() {
    local system
    system=$(uname -s)
    [ "$system" = Linux ] || fail 69 "this script does not run on $system" \
        "tapctl is built and tested on Debian and Ubuntu" \
        "hint: run it in a Linux virtual machine or container, for example one of Debian 12"
}

# Swift 6.2 or later, installed and able to run.
require_swift() {
    local output version
    command -v swift >/dev/null || fail 69 "Swift is not installed" \
        "tapctl is built with Swift 6.2 or later" \
        "hint: follow https://www.swift.org/install/linux/ for your system, open a new shell, and run this again"
    output=$(swift --version 2>&1) || fail 69 "Swift is installed, but does not run" \
        "$(command -v swift) says: ${output##*$'\n'}" \
        "hint: install the packages that https://www.swift.org/install/linux/ lists for your system"
    version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$output" | head -n 1)
    [ -n "$version" ] || fail 69 "the version of Swift cannot be determined" \
        "$(command -v swift) --version says: ${output##*$'\n'}" \
        "hint: install Swift 6.2 or later from https://www.swift.org/install/linux/"
    [ "$(printf '6.2\n%s\n' "$version" | sort -V | head -n 1)" = 6.2 ] || fail 69 "Swift $version is too old" \
        "tapctl is built with Swift 6.2 or later" \
        "hint: install the current release from https://www.swift.org/install/linux/, open a new shell, and run this again"
}

# Prints the free space in FOLDER, or nothing if it is unknown.
free_megabytes() { # free_megabytes FOLDER
    df --output=avail -B 1M "$1" 2>/dev/null | tail -n 1 | tr -d ' ' || true
}

# Requires MEGABYTES of free space in FOLDER, or in its nearest existing parent.
require_space() { # require_space MEGABYTES FOLDER PURPOSE
    local needed=$1 folder=$2 purpose=$3 free
    while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
    free=$(free_megabytes "$folder")
    [[ $free =~ ^[0-9]+$ ]] || return 0
    ((free >= needed)) || fail 74 "not enough free disk space for $purpose" \
        "$folder has $free MB left, about $needed MB are needed" \
        "hint: free some space, or clone the repository to a larger disk"
}
