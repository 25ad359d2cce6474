# place-lookup: bash completion
_place_lookup() {
  local IFS=$'\n'
  COMPREPLY=($(place-lookup complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o bashdefault -o default -F _place_lookup place-lookup
