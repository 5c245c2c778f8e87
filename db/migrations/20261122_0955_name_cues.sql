-- How a name sounds: Soundex without its limit of four digits, of folded text. Letters of other scripts stay as they are.
CREATE FUNCTION name_sound(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(translate(given, 'bfpvcgjkqsxzdtlmnrhw''-. ', '111122222222334556'),
                                     '(.)\1+', '\1', 'g'), '[aeiouy]', '', 'g');

-- By what people with similar names are looked up, from a name_key: both names sound alike, or one is the same and the other
-- begins with the same letter.
CREATE FUNCTION name_cues(name_key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN name_key LIKE E'_%\t_%' THEN ARRAY[
  '~' || name_sound(split_part(name_key, E'\t', 1)) || E'\t' || name_sound(split_part(name_key, E'\t', 2)),
  '<' || split_part(name_key, E'\t', 1) || E'\t' || left(split_part(name_key, E'\t', 2), 1),
  '>' || left(split_part(name_key, E'\t', 1), 1) || E'\t' || split_part(name_key, E'\t', 2)] END;

-- Without a list of what is yet to be sorted in, which every look would read as a whole.
CREATE INDEX leads_name_cues ON leads USING gin (name_cues(name_key)) WITH (fastupdate = off)
  WHERE deleted_at IS NULL AND NOT is_bogus;
DROP INDEX leads_names_alike;
