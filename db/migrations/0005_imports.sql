-- A file of people on its way into the leads.
CREATE TABLE imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  file_name text NOT NULL,
  file_size bigint NOT NULL,
  -- Name in the file store; empty once the file was deleted.
  stored_as text,
  kind text NOT NULL CHECK (kind IN ('csv', 'vcard')),
  encoding text NOT NULL,
  separator text,
  origin text,
  has_header boolean NOT NULL,
  columns jsonb NOT NULL,
  mapping jsonb NOT NULL,
  options jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN
    ('waiting', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  row_count integer NOT NULL,
  rows_done integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  merged integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  warned integer NOT NULL DEFAULT 0,
  deleted integer NOT NULL DEFAULT 0,
  restored integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz
);
CREATE INDEX imports_created ON imports (created_at DESC, id DESC);

-- What became of each row; what an undo needs to take it back.
CREATE TABLE import_rows (
  import_id integer NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  row integer NOT NULL,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('created', 'merged', 'skipped', 'failed')),
  reason text,
  -- The row as it was, for those that failed: they can be put right and sent again.
  cells jsonb,
  lead_id integer,
  -- The lead's version when this import last wrote it: a higher one means that somebody changed it since.
  lead_version integer,
  before jsonb,
  undone text CHECK (undone IN ('deleted', 'restored', 'kept')),
  PRIMARY KEY (import_id, row)
);
CREATE INDEX import_rows_told ON import_rows (import_id, row) WHERE reason IS NOT NULL;
CREATE INDEX import_rows_lead ON import_rows (import_id, lead_id) WHERE lead_id IS NOT NULL;
