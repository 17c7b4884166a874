# shellcheck shell=bash
# Progress and estimates for the scripts. Sourced after requirements.sh, in the project's root folder.
#
#   swift_build LABEL ARGUMENT...   swift build, with an estimate, a percentage and the remaining time
#   run_with_progress LABEL SECONDS EXPLAIN COMMAND...  any command, with the time it usually takes
#   progress_line TEXT [PERCENT]    for other loops: shows TEXT if a line is due
#   progress_done TEXT              replaces the last line with a final one
#
# On a terminal one line is updated in place. Elsewhere a line is printed every 15 seconds and at every tenth of the work.
#
# How the estimate is made: build-costs.tsv has the CPU time of every target on a reference machine. What is already
# built is left out, a short compilation measures this machine, and `nproc` says how many cores it may use. While the
# build runs, the CPU time it has used and the steps it reports correct the estimate. All times are milliseconds.

progress_library=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
progress_costs=${TAPCTL_BUILD_COSTS:-$progress_library/build-costs.tsv}
progress_terminal=
[ ! -t 1 ] || [ "${TERM:-dumb}" = dumb ] || progress_terminal=yes
progress_shown=     # when the last line was printed
progress_tenth=0    # the last tenth that was printed

now() { # milliseconds since 1970, in $now
    now=${EPOCHREALTIME//[!0-9]/}
    now=$((now / 1000))
}

# 0:07, 12:34, 1:02:03
clock() {
    local seconds=$((($1 + 500) / 1000))
    if ((seconds < 3600)); then
        printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
    else
        printf '%d:%02d:%02d' $((seconds / 3600)) $((seconds / 60 % 60)) $((seconds % 60))
    fi
}

# "about 40 seconds", "about 4 min 30 s", "about 12 minutes"
about() {
    local seconds=$((($1 + 500) / 1000))
    if ((seconds < 15)); then
        printf 'a few seconds'
    elif ((seconds < 90)); then
        printf 'about %d seconds' $(((seconds + 5) / 10 * 10))
    elif ((seconds < 600)); then
        seconds=$(((seconds + 5) / 10 * 10))
        printf 'about %d min' $((seconds / 60))
        ((seconds % 60 == 0)) || printf ' %d s' $((seconds % 60))
    else
        printf 'about %d minutes' $(((seconds + 30) / 60))
    fi
}

# Shows TEXT: in place on a terminal; elsewhere if 15 seconds have passed, or PERCENT has reached the next tenth.
progress_line() { # progress_line TEXT [PERCENT]
    local text=$1 percent=${2:-} columns=${COLUMNS:-80}
    now
    if [ -n "$progress_terminal" ]; then
        [[ $columns =~ ^[0-9]+$ ]] || columns=80
        printf '\r\033[K  %s' "${text:0:columns-3}"
        progress_shown=$now
        return
    fi
    : "${progress_shown:=$now}"
    if ((now - progress_shown >= 15000)) || { [ -n "$percent" ] && ((percent / 10 > progress_tenth)); }; then
        printf '  %s\n' "$text"
        progress_shown=$now
        [ -z "$percent" ] || progress_tenth=$((percent / 10))
    fi
}

progress_done() {
    [ -z "$progress_terminal" ] || printf '\r\033[K'
    printf '  %s\n' "$1"
    progress_shown='' progress_tenth=0
}

# The marker that a pipeline's writer sends to the reader after the output; the exit status follows.
end_of_output=$'\001status '

# Calls HANDLER with each line of standard input, and TICK about once a second. Returns at the marker, and sets $status;
# what the command has left running may still hold the output open.
each_line() { # each_line HANDLER TICK
    local handler=$1 tick=$2 line partial='' last=0
    now
    progress_shown=$now progress_tenth=0
    while :; do
        if IFS= read -r -t 1 line; then
            line=$partial$line partial=
            # The marker is not at the start of a line if the output lacks the last newline.
            if [[ $line = *"$end_of_output"* ]]; then
                status=${line##*"$end_of_output"} line=${line%"$end_of_output"*}
                [ -z "$line" ] || "$handler" "$line"
                return 0
            fi
            "$handler" "$line"
        elif [ $? -gt 128 ]; then
            partial+=$line # the second is over, not the line
        else
            [ -z "$partial$line" ] || "$handler" "$partial$line"
            return 0
        fi
        now
        ((now - last < 1000)) || {
            last=$now
            "$tick"
        }
    done
}

# --- any command -----------------------------------------------------------------------------------------------------

# Runs COMMAND and returns its status. Its output is shown only if it fails, and then EXPLAIN is called with it.
# SECONDS is what it usually takes; 0 is unknown.
run_with_progress() { # run_with_progress LABEL SECONDS EXPLAIN COMMAND...
    local label=$1 expected=$(($2 * 1000)) explain=$3 now start
    shift 3
    if ((expected > 0)); then echo "$label: usually $(about "$expected")"; else echo "$label"; fi
    now
    start=$now
    { "$@" 2>&1 && echo "${end_of_output}0" || echo "$end_of_output$?"; } | (
        lines=() status=1 percent=
        each_line read_command_line show_command_progress
        [ -z "$progress_terminal" ] || printf '\r\033[K'
        [ "$status" -ne 0 ] || exit 0
        ((${#lines[@]} == 0)) || printf '%s\n' "${lines[@]}" >&2
        "$explain" "$(printf '%s\n' "${lines[@]}")"
        exit "$status"
    )
}

read_command_line() {
    case $1 in
    # apt's reports: download and installation have a percentage each.
    dlstatus:*:*:* | pmstatus:*:*:*)
        percent=${1#*:*:} percent=${percent%%[.:]*}
        [ "${1%%:*}" = dlstatus ] && activity=downloading || activity=installing
        ;;
    *) lines+=("$1") ;;
    esac
}

show_command_progress() {
    local text
    text=$(clock $((now - start)))
    ((expected == 0)) || text+=" of $(about "$expected")"
    [[ ! $percent =~ ^[0-9]+$ ]] || text+="  $activity, $percent %"
    progress_line "$text"
}

# The cause of a failure if it lies with the machine, judged by the output: "network", "disk", "memory", "root" or nothing.
# The compiler's diagnostics and its excerpts of the sources do not count, because any word may occur in them.
cause_of_failure() {
    local said network memory
    said=$(grep -avE '\.(swift|c|cc|cpp|h|S):[0-9]+|^ *[0-9]* *\|' <<<"$1") || true
    network='(^|[[:space:]])fatal: unable to access|error: .*unable to access'
    network+="|[Cc]ould(n't| not) resolve|Temporary failure (resolving|in name resolution)|[Nn]etwork is unreachable"
    network+='|(Could not|Unable to|Failed to) connect to |Failed to clone repository|Failed to fetch http'
    network+='|Failed to establish a new connection|: Connection (refused|timed out)|No route to host'
    memory='signal:? 9($|[^0-9])|(^|: )Killed$|: line [0-9]+: +[0-9]+ Killed '
    memory+='|[Cc]annot allocate memory|(^|: )[Oo]ut of memory'
    if grep -aqE "No space left on device|have enough free space|ENOSPC|disk is full|errno: 28" <<<"$said"; then
        echo disk
    elif grep -aqE "$network" <<<"$said"; then
        echo network
    elif grep -aqE "$memory" <<<"$said"; then
        echo memory
    elif grep -aqE 'password is required|terminal is required|not in the sudoers|Permission denied|are you root' <<<"$said"; then
        echo root
    fi
}

# --- swift build ------------------------------------------------------------------------------------------------------

# CPU time of the process PID and all its descendants, in $cpu.
cpu_of_tree() { # cpu_of_tree PID
    local root=$1 stat line pid above
    local -A parent=() used=()
    local -a fields
    for stat in /proc/[0-9]*/stat; do
        { IFS= read -r line <"$stat"; } 2>/dev/null || continue
        pid=${line%% *}
        # After the name: state, parent, …; the 12th to the 15th are the times of the process and of its children.
        # shellcheck disable=SC2206
        fields=(${line##*) })
        parent[$pid]=${fields[1]}
        used[$pid]=$((fields[11] + fields[12] + fields[13] + fields[14]))
    done
    cpu=0
    for pid in "${!parent[@]}"; do
        above=$pid
        while [ -n "$above" ] && [ "$above" != "$root" ]; do above=${parent[$above]:-}; done
        [ -z "$above" ] || cpu=$((cpu + used[$pid]))
    done
    cpu=$((cpu * 1000 / progress_ticks))
}

# A number with up to three decimals, in thousandths.
thousandths() {
    local whole=${1%%.*} rest=
    [[ $1 != *.* ]] || rest=${1#*.}
    rest=${rest}000
    thousandths=$((10#${whole:-0} * 1000 + 10#${rest:0:3}))
}

# This machine's CPU time for work that takes the reference machine 1,000, in $slowness.
measure_slowness() {
    local reference=$1 probe=$progress_library/probe.swift measured=
    slowness=1000
    ((reference > 0)) || return 0
    # The first run reads the compiler from the disk.
    swiftc -frontend -c -module-name Probe -o /dev/null "$probe" >/dev/null 2>&1 || return 0
    measured=$(
        TIMEFORMAT='%U %S'
        { time swiftc -frontend -c -O -module-name Probe -o /dev/null "$probe" >/dev/null 2>&1; } 2>&1
    ) || return 0
    local user=${measured% *} system=${measured#* }
    thousandths "${user/,/.}" && measured=$thousandths
    thousandths "${system/,/.}" && measured=$((measured + thousandths))
    ((measured > 0)) || return 0
    slowness=$((measured * 1000 / reference))
    # Limit the effect of a probe that takes only a second.
    ((slowness >= 200)) || slowness=200
    ((slowness <= 10000)) || slowness=10000
}

# How much of a target or product is built, in thousandths, in $built; $changed is set if its sources are newer.
look_at_target() { # look_at_target NAME SOURCES STEPS
    local module=$build_folder/Modules/$1.swiftmodule sources=$2 steps=$3 objects object newest=
    built=0 changed=
    if [ -e "$module" ]; then
        built=1000
        [ ! -d "$sources" ] || [ -z "$(find "$sources" -newer "$module" -type f -print -quit)" ] || changed=yes
    elif [ -d "$build_folder/$1.build" ] && is_in_c "$sources"; then
        mapfile -t objects < <(find "$build_folder/$1.build" -name '*.o')
        built=$((${#objects[@]} < steps ? ${#objects[@]} * 1000 / steps : 1000))
        [ -d "$sources" ] || return 0
        for object in "${objects[@]}"; do
            [ -n "$newest" ] && [ ! "$object" -nt "$newest" ] || newest=$object
        done
        [ -z "$newest" ] || [ -z "$(find "$sources" -newer "$newest" -type f -print -quit)" ] || changed=yes
    fi
}

# Whether a target without a Swift module is in C: one of a dependency, or one of ours without Swift sources.
is_in_c() { [ ! -d "$1" ] || [ -z "$(find "$1" -name '*.swift' -print -quit)" ]; }

# C and C++ targets whose files `swift build` reports without the target's name, because they are in subfolders.
nameless='C files'

# Reads build-costs.tsv and looks at what is built: sets the plan_ variables of swift_build.
plan_build() {
    [ -f "$progress_costs" ] || return 0
    local row name part debug release debug_steps release_steps value steps sources built changed is_nameless
    local all=0 idle=0 any_changed=''
    while IFS=$'\t' read -r row name part debug release debug_steps release_steps; do
        value=$debug steps=$debug_steps
        [ "$build_configuration" = debug ] || value=$release steps=$release_steps
        [[ $value =~ ^[0-9]+(\.[0-9]+)?$ ]] || continue
        thousandths "$value"
        case $row in
        probe) probe_reference=$thousandths ;;
        packages) plan_packages=$value ;;
        download) plan_download=$value ;;
        resolve) plan_resolve=$thousandths ;;
        idle) [ "$name" != "$build_parts" ] || idle=$thousandths ;;
        disk) [ "$name" != "$build_parts" ] || plan_disk=$value ;;
        link)
            [[ $part != test || $build_parts = tests ]] || continue
            [ -z "$build_targets" ] || continue
            all=$((all + thousandths))
            [ -e "$build_folder/$name" ] || plan_work=$((plan_work + thousandths))
            ;;
        target)
            [[ $part != test || $build_parts = tests ]] || continue
            [[ $part != tls || ${TAPCTL_TLS:-} != off ]] || continue
            [[ -z $build_targets || " $build_targets " = *" $name "* ]] || continue
            all=$((all + thousandths))
            sources=Sources/$name
            [ "$part" != test ] || sources=Tests/$name
            is_nameless=
            [[ $steps != *f ]] || is_nameless=yes
            steps=${steps%f}
            [[ $steps =~ ^[1-9][0-9]*$ ]] || steps=1
            look_at_target "$name" "$sources" "$steps"
            if [ -n "$changed" ]; then
                any_changed=yes
                built=0
            fi
            ((built < 1000)) || continue
            plan_cost[$name]=$((thousandths * (1000 - built) / 1000))
            plan_steps[$name]=$((steps - steps * built / 1000 > 0 ? steps - steps * built / 1000 : 1))
            plan_work=$((plan_work + plan_cost[$name]))
            if [ -n "$is_nameless" ]; then
                # One entry for all of them: the reported line does not name the file's target.
                plan_cost[$nameless]=$((${plan_cost[$nameless]:-0} + plan_cost[$name]))
                plan_steps[$nameless]=$((${plan_steps[$nameless]:-0} + plan_steps[$name]))
                unset "plan_cost[$name]" "plan_steps[$name]"
            fi
            ;;
        esac
    done < <(grep -v '^#' "$progress_costs")
    [ ! -d "$build_scratch/checkouts" ] || plan_resolve=0
    ((all > 0)) || return 0
    # Assume that idle time is spread evenly over the build.
    plan_idle=$((idle * plan_work / all))
    ((plan_work > 0)) || plan_state=nothing
    # Targets that depend on a changed one may or may not have to be built.
    [ -z "$any_changed" ] || plan_state=some
}

# The wall time on this machine of work that takes CPU time $1 on the reference machine, in $wall.
wall_time() {
    local cores
    cores=$(nproc)
    wall=$(((plan_idle + ($1 - plan_idle) / cores) * slowness / 1000))
}

# Leaves TLS out of a first build, of which it would take a quarter. A folder that was built with TLS keeps it, and a value
# of TAPCTL_TLS in the environment is respected.
without_tls_at_first() {
    [ -n "${TAPCTL_TLS+set}" ] || [ -e .build/debug/Modules/NIOSSL.swiftmodule ] || export TAPCTL_TLS=off
}

# Runs `swift build` with the arguments, and shows its progress. Returns 0, 69 (network, memory), 74 (disk) or 1.
# If $build_targets is set, the estimate counts only the targets that it names; a copy of the output goes to $build_log.
swift_build() { # swift_build LABEL ARGUMENT...
    local label=$1 build_configuration=debug build_parts=tapctl build_scratch=.build build_folder
    local build_targets=${build_targets:-} package_path='' previous='' argument
    local plan_state=all    # all, some or nothing: how much must be built
    local plan_work=0       # CPU time of what must be built, on the reference machine
    local plan_idle=0       # the part of it that more cores do not shorten
    local plan_resolve=0    # CPU time for the working copies of the dependencies
    local plan_packages=0   # their number
    local plan_download=0   # their size in megabytes
    local plan_disk=0       # megabytes of a build from nothing
    local -A plan_cost=() plan_steps=()
    local probe_reference=0 progress_ticks slowness=1000 wall=0 cpu now thousandths
    shift
    for argument in "$@"; do
        case $previous in
        -c | --configuration) build_configuration=$argument ;;
        --package-path) package_path=$argument ;;
        --scratch-path) build_scratch=$argument ;;
        --product | --target) [ "$argument" = tapctl ] || build_parts= ;;
        esac
        [ "$argument" != --build-tests ] || build_parts=tests
        previous=$argument
    done
    [ -z "$package_path" ] || [ "$build_scratch" != .build ] || build_scratch=$package_path/.build
    build_folder=$build_scratch/$build_configuration
    progress_ticks=$(getconf CLK_TCK 2>/dev/null || echo 100)

    # There are no figures for other products.
    [ -z "$build_parts$build_targets" ] || plan_build
    check_build_space
    announce_build
    { swift build "$@" 2>&1 && echo "${end_of_output}0" || echo "$end_of_output$?"; } | show_build
}

check_build_space() {
    local present=0 needed=200
    [ "$plan_state" != nothing ] || return 0
    [ ! -d "$build_folder" ] || present=$(du -smL "$build_folder" 2>/dev/null | cut -f 1) || true
    ((plan_disk - ${present:-0} < needed)) || needed=$((plan_disk - ${present:-0}))
    require_space "$needed" "$build_scratch" "building $label"
}

announce_build() {
    local cores estimate machine what="building $label"
    cores=$(nproc)
    machine="$cores cores"
    [ "$cores" -ne 1 ] || machine="one core"
    if [ "$plan_state" = nothing ]; then
        echo "$what: nothing has changed, so this takes a few seconds"
        return
    elif ((plan_work == 0)); then
        echo "$what" # there are no figures for this configuration
        return
    fi
    measure_slowness "$probe_reference"
    wall_time "$plan_work"
    estimate=$((wall + plan_resolve * slowness / 1000))
    estimate=$(about "$estimate")
    if [ "$plan_state" = some ]; then
        echo "$what: sources have changed, so this takes up to ${estimate#about } on this machine ($machine)"
        return
    fi
    ((plan_resolve == 0)) || what="fetching $plan_packages dependencies and building $label"
    if ((plan_resolve > 0)) && [ ! -d "${XDG_CACHE_HOME:-$HOME/.cache}/org.swift.swiftpm/repositories" ]; then
        estimate+=", and the time to download $plan_download MB,"
    fi
    echo "$what: $estimate on this machine ($machine)"
}

# Reads what `swift build` prints, in a subshell of swift_build; returns the status that swift_build returns.
show_build() {
    local start build_start='' cpu_start=0 done_work=0 fetched=0 step='' steps='' current='' status=1
    local -A seen=()
    local -a messages=()
    now
    start=$now
    each_line read_build_line show_build_progress
    now
    if [ "$status" -eq 0 ]; then
        progress_done "built $label in $(clock $((now - start)))"
        ((${#messages[@]} == 0)) || printf '%s\n' "${messages[@]}"
        return 0
    fi
    [ -z "$progress_terminal" ] || printf '\r\033[K'
    explain_build_failure
}

# Dependencies are fetched; what follows is in the table.
begin_build() {
    [ -z "$build_start" ] || return 0
    build_start=$now
    cpu_of_tree $$
    cpu_start=$cpu
}

read_build_line() {
    local line=$1 target
    [ -z "${build_log:-}" ] || printf '%s\n' "$line" >>"$build_log"
    case $line in
    '['[0-9]*/[0-9]*'] '*)
        step=${line#[} steps=${line#*/}
        step=${step%%/*} steps=${steps%%]*}
        begin_build
        read -r _ current target _ <<<"$line"
        case $current in
        Compiling | Emitting)
            [ "$target" != module ] || target=${line##* }
            current=$target
            case $target in
            *.c | *.cc | *.cpp | *.S) target=$nameless ;;
            esac
            if [ -n "${plan_cost[$target]:-}" ] && ((${seen[$target]:-0} < plan_steps[$target])); then
                seen[$target]=$((${seen[$target]:-0} + 1))
                done_work=$((done_work + plan_cost[$target] / plan_steps[$target]))
            fi
            ;;
        Linking) current=$target ;;
        *) current= ;;
        esac
        ;;
    'Building for '*) begin_build ;;
    'Build complete!'* | 'Build of product '*' complete!'* | 'Build of target '*' complete!'*) ;;
    # SwiftPM prints it for Debian's own pkg-config files, and links with threads anyway.
    'warning: prohibited flag(s): -pthread') ;;
    # A file of a dependency that its manifest does not mention, such as a CMakeLists.txt, and its path.
    "warning: '"*"': found "*' file(s) which are unhandled'* | '    '*/checkouts/*/*) ;;
    'Working copy of '*) fetched=$((fetched + 1)) ;;
    'Fetching '* | 'Fetched '* | 'Updating '* | 'Updated '* | 'Creating working copy '* | 'Computing version '* | \
        'Computed '* | 'Planning build'* | '['[0-9]*'] '* | 'Downloading '* | 'Downloaded '* | 'Write '*) ;;
    'Another instance of SwiftPM'*)
        [ -z "$progress_terminal" ] || printf '\r\033[K'
        echo "  another swift build is running in this folder; this one waits until it ends"
        ;;
    *) messages+=("$line") ;;
    esac
}

show_build_progress() {
    local elapsed=$((now - start))
    if [ -z "$build_start" ]; then
        if ((fetched > 0 && plan_packages > 0)); then
            progress_line "$(clock $elapsed)  fetching dependencies, $fetched of $plan_packages"
        elif ((plan_resolve > 0)); then
            progress_line "$(clock $elapsed)  fetching dependencies"
        else
            progress_line "$(clock $elapsed)  planning"
        fi
        return
    fi
    if [ "$plan_state" != all ] || ((plan_work == 0)); then
        progress_line "$(clock $elapsed)  ${step:-0} of ${steps:-0} steps${current:+  $current}"
        return
    fi
    local used total left percent largest=10000 lowest highest name rate elapsed_build=$((now - build_start + 1))
    cpu_of_tree $$
    used=$((cpu - cpu_start))
    # Without /proc, use the reported steps.
    if ((used < done_work / 10)); then used=$((done_work * slowness / 1000)); fi
    for name in "${!plan_cost[@]}"; do
        if ((${seen[$name]:-0} < plan_steps[$name] && plan_cost[$name] > largest)); then largest=${plan_cost[$name]}; fi
    done
    # The CPU time used is at least that of the finished work, and at most that plus the largest unfinished target.
    lowest=$((used * 1000 / (done_work + largest)))
    if ((slowness < lowest)); then slowness=$lowest; fi
    if ((done_work > 20000)); then
        highest=$((used * 1000 / done_work))
        if ((slowness > highest && highest > 0)); then slowness=$highest; fi
    fi
    total=$((plan_work * slowness / 1000))
    left=$((total - used))
    if ((left < total / 100)); then left=$((total / 100)); fi
    # CPU time per wall time: at first as planned, later as observed.
    wall_time "$plan_work"
    rate=$(((total * 1000 / (wall + 1) * 30000 + used * 1000) / (30000 + elapsed_build)))
    ((rate > 0)) || rate=1000
    left=$((left * 1000 / rate))
    percent=$((elapsed * 100 / (elapsed + left)))
    progress_line "$(printf '%3d %%' $percent)  $(clock $elapsed), about $(clock $left) left${current:+  $current}" $percent
}

# Prints the whole output of `swift build`, and what to do if the machine is the cause.
explain_build_failure() {
    local said cause free folder=$build_scratch
    [ -d "$folder" ] || folder=.
    said=$(printf '%s\n' "${messages[@]}")
    printf '%s\n\n' "$said" >&2
    cause=$(cause_of_failure "$said")
    # On a full disk the compiler may just crash.
    free=$(free_megabytes "$folder")
    if [[ $free =~ ^[0-9]$ ]]; then cause=disk; fi
    case $cause in
    disk) fail 74 "the disk is full; $label is not built" \
        "$(cd "$folder" && pwd) has $free MB left" \
        "hint: free some space and run this again; what is built so far is kept" ;;
    network) fail 69 "a dependency cannot be downloaded; $label is not built" \
        "Swift's package manager names it above" \
        "hint: check that this machine can reach https://github.com (a proxy is set with HTTPS_PROXY), and run this again" ;;
    memory) fail 69 "the compiler was stopped, probably because memory ran out; $label is not built" \
        "hint: close other programs or add swap, and run this again; swift build --jobs 1 needs the least" ;;
    *) fail 1 "$label is not built" \
        "hint: the compiler's messages are above; in an unchanged clone, remove .build and try again, then report it" ;;
    esac
}
