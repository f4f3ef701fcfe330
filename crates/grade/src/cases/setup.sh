#!/bin/sh
# Gradescope runs this once, when it builds the image.
set -eu

# The user that submissions are built and run as.
user=student

root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source

chmod 755 "$source/setup.sh" "$source/run_autograder" "$source/checkers"

# Making a suite executes the same code as grading.
if ! "$source/checkers" --version || ! "$source/checkers" cases > /dev/null; then
    cat <<'END'

The program `checkers` of this package does not run in this image: see the message above.
If it names GLIBC, build the program on a system as old as the image, or choose a newer image.
After "illegal instruction", build it for all processors, and make the package again:

    RUSTFLAGS="-C target-cpu=x86-64" cargo build --release --locked

END
    exit 1
fi

# Change the system only on Gradescope, and only if necessary.
if [ "$root" = /autograder ] && [ "$(id -u)" = 0 ]; then
    if ! command -v make || ! command -v cc; then
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y build-essential
    fi
    if [ -n "$user" ] && ! id "$user"; then
        useradd --create-home --shell /bin/sh "$user"
    fi
fi

# Submissions cannot read the right answers or each other's results.
mkdir -p "$root/results" "$root/submission"
chmod -R go-rwx "$source" "$root/results" "$root/submission"
