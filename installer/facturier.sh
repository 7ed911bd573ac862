#!/bin/sh
# The command line, on the Node that is installed beside it.
here=$(dirname "$(readlink -f "$0")")
# The buffers of pages come and go by the thousand; kept out of the C library's heaps they leave no holes behind.
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1048576}"
exec "$here/node" "$here/../dist/server/cli.js" "$@"
