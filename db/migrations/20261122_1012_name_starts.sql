-- A search of one or two characters means how a word of the name begins: too short for trigrams, and in other scripts often the
-- whole word. For each word both are kept: "Andrés de la Peña" is a, an, d, de, l, la, p, pe.
CREATE FUNCTION name_starts(given text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN string_to_array(
  regexp_replace(trim(regexp_replace(folded(given), '[\s''’.‐-]+', ' ', 'g')), '(\S)(\S?)\S*', '\1 \1\2', 'g'), ' ');

ALTER TABLE leads
  DROP COLUMN last_name_start,
  ADD COLUMN name_starts text[] GENERATED ALWAYS AS (name_starts(first_name || ' ' || last_name)) STORED;
ALTER TABLE leads ALTER COLUMN name_starts SET STATISTICS 1000;
CREATE INDEX leads_name_starts ON leads USING gin (name_starts) WHERE deleted_at IS NULL AND NOT is_bogus;
