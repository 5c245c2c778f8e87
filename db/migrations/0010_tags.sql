-- A tag that was deleted or merged away keeps its row: what still names it (an undo, an old answer) finds a tag that is gone,
-- not a missing one. Readers ask for "deleted_at IS NULL".
ALTER TABLE tags
  ADD COLUMN created_by integer REFERENCES users (id),
  ADD COLUMN deleted_at timestamptz,
  -- Its leads are moving to this tag; when the last has moved, the tag is deleted.
  ADD COLUMN merged_into integer REFERENCES tags (id);

-- Names that differed only in upper and lower case: the first keeps its name.
UPDATE tags SET name = left(tags.name, 45) || ' (' || tags.id || ')'
FROM (SELECT id, row_number() OVER (PARTITION BY agent_id, lower(name) ORDER BY id) AS place FROM tags) same
WHERE same.id = tags.id AND same.place > 1;

ALTER TABLE tags DROP CONSTRAINT tags_agent_id_name_key;
CREATE UNIQUE INDEX tags_owner_name ON tags (coalesce(agent_id, 0), lower(name)) WHERE deleted_at IS NULL;

-- The same words as tagColours of the tags' rules.
UPDATE tags SET colour = NULL
WHERE colour NOT IN ('blue', 'indigo', 'cyan', 'green', 'amber', 'orange', 'pink', 'violet', 'moss');
ALTER TABLE tags ADD CONSTRAINT tags_colour
  CHECK (colour IN ('blue', 'indigo', 'cyan', 'green', 'amber', 'orange', 'pink', 'violet', 'moss'));

-- The few leads that no list holds: counts over lead_tags leave them out without reading the others.
CREATE INDEX leads_unlisted ON leads (id) INCLUDE (tag_ids) WHERE deleted_at IS NOT NULL OR is_bogus;
