-- Areas and sites that are no longer offered for anything new; what has them keeps them.
ALTER TABLE sites
  ADD COLUMN retired_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1;

-- An area that was merged stays as a name for the one that stands for it: the listing feed, files and old undo steps may still
-- mean it. Its name is free again for another.
ALTER TABLE areas
  ADD COLUMN retired_at timestamptz,
  ADD COLUMN merged_into integer REFERENCES areas (id),
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT areas_type_name_parent_id_key;
CREATE UNIQUE INDEX areas_named_once ON areas (type, name, parent_id) NULLS NOT DISTINCT WHERE merged_into IS NULL;
CREATE INDEX areas_merged ON areas (merged_into) WHERE merged_into IS NOT NULL;
