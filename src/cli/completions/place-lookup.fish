# place-lookup: fish completion
function __place_lookup
    set -l current (commandline -ct)
    set -l found (place-lookup complete -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c place-lookup -f -a '(__place_lookup)'
