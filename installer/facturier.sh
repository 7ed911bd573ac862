#!/bin/sh
# The command line, on the Node that is installed beside it.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/../dist/server/cli.js" "$@"
