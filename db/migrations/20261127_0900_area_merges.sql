-- Merges of areas, with what they changed, so that they can be undone for some weeks.
CREATE TABLE area_merges (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area_id integer NOT NULL REFERENCES areas (id) ON DELETE CASCADE,
  into_id integer NOT NULL REFERENCES areas (id) ON DELETE CASCADE,
  merged_at timestamptz NOT NULL,
  merged_by integer REFERENCES users (id),
  undone_at timestamptz,
  undone_by integer REFERENCES users (id)
);

-- Where each area lay that a merge took out of the tree or moved.
CREATE TABLE area_merge_areas (
  merge_id integer NOT NULL REFERENCES area_merges (id) ON DELETE CASCADE,
  area_id integer NOT NULL REFERENCES areas (id) ON DELETE CASCADE,
  parent_id integer REFERENCES areas (id) ON DELETE CASCADE,
  type text NOT NULL,
  -- What stood for it before, for areas that had been merged earlier and were passed on.
  merged_into integer REFERENCES areas (id) ON DELETE CASCADE,
  -- What stands for it now; empty for areas that only moved.
  into_id integer REFERENCES areas (id) ON DELETE CASCADE,
  PRIMARY KEY (merge_id, area_id)
);
CREATE INDEX area_merge_areas_area ON area_merge_areas (area_id);

-- What referred to a merged area, with the areas or the question that it had and those that the merge wrote. Deleted when the merge
-- can no longer be undone.
CREATE TABLE area_merge_rows (
  merge_id integer NOT NULL REFERENCES area_merges (id) ON DELETE CASCADE,
  area_id integer NOT NULL REFERENCES areas (id) ON DELETE CASCADE,
  -- As `table.column`.
  place text NOT NULL,
  row_id integer NOT NULL,
  had jsonb,
  written jsonb,
  -- Its place in the order of writing: a lead of two areas of one merge goes back the way it came.
  nth bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (merge_id, place, row_id, area_id)
);
