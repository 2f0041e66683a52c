# shellcheck shell=bash
# What infra/run and infra/check share: the virtual environment .venv and what belongs in it. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

# prepare NAME CONSTRAINTS...  puts the pinned packages and the project into .venv; silent when they are there already.
# Each stamp is a copy of what the installation was made from, so a change to any of it installs again.
prepare() {
  local name=$1 file
  shift
  local files=()
  for file in "$@"; do files+=("$root/infra/$file"); done
  local packages=$venv/$name.packages project=$venv/opolyx.project
  local recipe=("$root/pyproject.toml" "$root/infra/build_hook.py")

  if ! sound_venv; then make_venv; fi
  if ! cmp -s <(cat "${files[@]}") "$packages"; then
    say "installing the pinned packages (the first time takes a minute)"
    pip_install --require-hashes "${files[@]/#/--requirement=}"
    cat "${files[@]}" >"$packages"
  fi
  if ! cmp -s <(cat "${recipe[@]}") "$project" || [ ! -d "$root/app/static/vendor" ]; then
    say "installing the project"
    pip_install --no-deps --no-build-isolation --editable "$root"
    cat "${recipe[@]}" >"$project"
  fi
}

# A virtual environment that was moved with its folder, or whose Python is gone, has to be made anew.
sound_venv() {
  [ -x "$venv/bin/python" ] && [ -x "$venv/bin/pip" ] && grep -qF "$venv" "$venv/bin/activate"
}

make_venv() {
  local python
  python=$(find_python) ||
    give_up "Python 3.11 or newer with its venv module is needed; none of python3, python3.13, python3.12, python3.11 has it"
  say "making .venv with $("$python" --version)"
  "$python" -m venv --clear "$venv" || give_up "$python could not make the virtual environment $venv"
}

find_python() {
  local candidate
  for candidate in python3 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

pip_install() {
  "$venv/bin/python" -m pip install -qq "$@" || give_up "pip could not install what is named above; nothing was started"
}

say() {
  printf '%s\n' "$*" >&2
}

give_up() {
  say "$@"
  exit 1
}
