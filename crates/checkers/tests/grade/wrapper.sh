#!/bin/sh
# Turns the arguments -d D [-v] [FILE] into those of ./naive: FILE D [-v].
depth=0 tree= file=
while [ $# -gt 0 ]; do
    case $1 in
    -d) depth=$2 && shift ;;
    -v) tree=-v ;;
    -) ;;
    *) file=$1 ;;
    esac
    shift
done
if [ -z "$file" ]; then
    file=stdin.txt
    cat > "$file"
fi
exec "$(dirname "$0")/naive" "$file" "$depth" $tree
