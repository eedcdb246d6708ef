# Merges two payloads: `jq -n -c -f merge.jq A B`. The later stamp wins, of equal ones the larger text; keys of the
# payload likewise.
def larger($a; $b): if ($a | tojson) > ($b | tojson) then $a else $b end;

def merged($rows):
  reduce $rows[] as $row ({};
    .[$row.id] as $other
    | if $other == null or $row.updatedAt > $other.updatedAt then .[$row.id] = $row
      elif $row.updatedAt == $other.updatedAt and $row != $other then .[$row.id] = larger($row; $other)
      else . end)
  | [.[keys[]]];

[inputs] as $inputs
| reduce $inputs[] as $input ({};
    reduce ($input | del(.rows) | to_entries[]) as $member (.;
      .[$member.key] = if has($member.key) then larger($member.value; .[$member.key]) else $member.value end))
| .rows = ([$inputs[].rows | keys[]] | unique
    | map({key: ., value: (. as $name | merged([$inputs[].rows[$name] // [] | .[]]))}) | from_entries)
| . as $members | reduce keys[] as $key ({}; .[$key] = $members[$key])
