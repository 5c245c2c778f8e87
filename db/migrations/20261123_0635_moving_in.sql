-- Files of other products: what their rows are, the ids that they know people by, and what an import would do before it does it.
ALTER TABLE imports ADD COLUMN holds text NOT NULL DEFAULT 'people' CHECK (holds IN ('people', 'history'));
-- What every row of a history is, where no column says it.
ALTER TABLE imports ADD COLUMN entry_kind text CHECK (entry_kind IN ('note', 'call', 'text', 'email', 'meeting', 'task'));
-- The dry run: under which plan, how far it is, and what it found.
ALTER TABLE imports ADD COLUMN dry_run jsonb;

-- The person's id in the product that wrote the file: its files of histories name people by it.
ALTER TABLE import_rows ADD COLUMN external_id text;
-- The task that a row of a history became.
ALTER TABLE import_rows ADD COLUMN task_id integer;
CREATE INDEX import_rows_external ON import_rows (external_id) WHERE external_id IS NOT NULL;

-- Addresses and numbers that a dry run has met: a later row with one of them is the same person. Gone when it ends.
CREATE TABLE import_dry_keys (
  import_id integer NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  key text NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (import_id, key)
);
