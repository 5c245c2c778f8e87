-- Every record that an entry of the audit log is about: what changed, and the leads that the changed records belong to. So a
-- question about a lead also finds the entries of its notes, tasks and showings, and those about many leads at once.
CREATE FUNCTION audit_references(subject text, subject_id text, changes jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH change AS (
    SELECT one FROM jsonb_array_elements(CASE WHEN jsonb_typeof(changes) = 'array' THEN changes ELSE '[]' END) AS one
  ), state AS (
    SELECT one ->> 'subject' AS kind, part FROM change, LATERAL (VALUES (one -> 'before'), (one -> 'after')) AS parts (part)
    WHERE jsonb_typeof(part) = 'object'
  ), listed AS (
    SELECT part -> 'lead_ids' AS ids FROM state
    UNION ALL SELECT part -> 'leads' FROM state
    UNION ALL SELECT part -> 'ids' FROM state WHERE kind = 'leads'
    UNION ALL SELECT part -> 'created' FROM state WHERE kind = 'leads'
  )
  SELECT coalesce(array_agg(DISTINCT reference), '{}') FROM (
    SELECT subject || ' ' || subject_id
    UNION ALL SELECT (one ->> 'subject') || ' ' || (one ->> 'subject_id') FROM change
    UNION ALL SELECT 'lead ' || (part ->> 'lead_id') FROM state
    UNION ALL SELECT 'lead ' || (part ->> 'merged_into') FROM state
    UNION ALL SELECT 'lead ' || id FROM listed,
      jsonb_array_elements_text(CASE WHEN jsonb_typeof(ids) = 'array' THEN ids ELSE '[]' END) AS id
  ) AS found (reference) WHERE reference IS NOT NULL
$$;

CREATE INDEX audit_entries_references ON audit_entries USING gin (audit_references(subject, subject_id, changes));
