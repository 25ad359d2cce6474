#compdef place-lookup
_place_lookup() {
  local -a found
  found=(${(f)"$(place-lookup complete -- "${(@)words[2,CURRENT]}" 2>/dev/null | cut -f1)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
_place_lookup "$@"
