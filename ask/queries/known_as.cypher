// The nodes that a word names by an id, a number, an alias or in other letters. $word is in small letters,
// $number the number that it may be, without leading zeros.
MATCH (n)
WHERE (n:Component OR n:Rule OR n:ADR OR n:Issue OR n:Memory OR n:PR) AND n.placeholder IS NULL
  AND (toLower(coalesce(n.path, n.name, n.key, n.id)) = $word
    OR toLower(n.id) = $word
    OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)
    OR (n:ADR AND n.number IN $numbers))
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
