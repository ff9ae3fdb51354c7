#!/bin/sh
# The pinned Node needs libatomic.so.1, which a small Debian or Ubuntu lacks. This installs it as root or with a sudo that asks for no
# password, and else prints the one command. It is a shell script because no Node runs before it.
node --version >/dev/null 2>&1 && exit 0
install="apt-get install -y libatomic1"
if [ "$(id -u)" = 0 ]; then
  admin=""
elif sudo -n true 2>/dev/null; then
  admin="sudo"
else
  admin="none"
fi
if [ "$admin" = none ] || ! command -v apt-get >/dev/null; then
  node --version
  echo "The pinned Node does not start. Install its library: sudo $install" >&2
  exit 1
fi
echo "Installing libatomic1: the pinned Node needs it."
$admin apt-get update -qq && $admin $install >/dev/null
