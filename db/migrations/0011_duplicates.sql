-- Where a lead went that was merged into another; it is deleted as well, so that nothing else has to know.
ALTER TABLE leads ADD COLUMN merged_into integer REFERENCES leads (id);
CREATE INDEX leads_merged_into ON leads (merged_into) WHERE merged_into IS NOT NULL;

-- How likely duplicates are looked up: by one key each, never pair by pair.
CREATE INDEX leads_phone_end ON leads (right(phone, 7))
  WHERE phone IS NOT NULL AND deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_phone_private_end ON leads (right(phone_private, 7))
  WHERE phone_private IS NOT NULL AND deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_names_alike ON leads USING gin (replace(name_key, E'\t', ' ') gin_trgm_ops)
  WHERE deleted_at IS NULL AND NOT is_bogus;

-- Which lines of a file went into which leads.
CREATE INDEX import_rows_merged ON import_rows (import_id, row) WHERE outcome = 'merged';

-- Two leads who may be one person, the lower id first.
CREATE TABLE duplicate_pairs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  other_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  score smallint NOT NULL,
  reasons text[] NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  -- Somebody said that these are two people: the pair is not offered again.
  dismissed_at timestamptz,
  dismissed_by integer REFERENCES users (id),
  UNIQUE (lead_id, other_id),
  CHECK (lead_id < other_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX duplicate_pairs_other ON duplicate_pairs (other_id);
CREATE INDEX duplicate_pairs_open ON duplicate_pairs (score DESC, id DESC) WHERE dismissed_at IS NULL;

-- A walk over the leads that changed since the walk before.
CREATE TABLE duplicate_sweeps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Leads written since then are looked at; all of them when there was no walk before.
  since timestamptz,
  after_id integer NOT NULL DEFAULT 0,
  looked_at integer NOT NULL DEFAULT 0,
  finished_at timestamptz
);

CREATE TABLE lead_merges (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  merged_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  merged_at timestamptz NOT NULL DEFAULT now(),
  merged_by integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  -- Columns of the lead that stays, as they were and as the merge left them; and of the other as they were.
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  merged jsonb NOT NULL,
  undone_at timestamptz,
  undone_by integer REFERENCES users (id),
  -- What the undo found changed since, and left alone.
  kept text[] NOT NULL DEFAULT '{}'
);
CREATE INDEX lead_merges_lead ON lead_merges (lead_id);
CREATE INDEX lead_merges_merged ON lead_merges (merged_id);

-- The rows that went over with a merge, by their primary keys, so that its undo finds them.
CREATE TABLE lead_merge_moves (
  merge_id integer NOT NULL REFERENCES lead_merges (id) ON DELETE CASCADE,
  table_name text NOT NULL,
  column_name text NOT NULL,
  keys jsonb NOT NULL,
  PRIMARY KEY (merge_id, table_name, column_name)
);

-- Addresses and numbers by which a lead is known besides its own: those of the leads merged into it.
CREATE TABLE lead_aliases (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  merge_id integer NOT NULL REFERENCES lead_merges (id) ON DELETE CASCADE,
  -- Folded, as the same person is found by it.
  key text NOT NULL,
  shown text NOT NULL
);
CREATE INDEX lead_aliases_key ON lead_aliases (key);
CREATE INDEX lead_aliases_lead ON lead_aliases (lead_id);
