-- A file of leads that somebody asked for.
CREATE TABLE exports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Through whose eyes the leads are read, and in whose list the export stands.
  user_id integer NOT NULL REFERENCES users (id),
  -- Whose hand it was: differs when somebody acted as another user.
  made_by integer NOT NULL REFERENCES users (id),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  columns text[] NOT NULL,
  -- What was asked for: a list with its filters, or ids.
  selection jsonb NOT NULL,
  -- The leads as they were chosen when the work began, in their order; forgotten when it ends.
  lead_ids integer[],
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- Of the worker whose turn it is; one that was thought dead finds another's here, and stops.
  attempt uuid,
  row_count integer NOT NULL,
  row_count_is_estimate boolean NOT NULL,
  rows_done integer NOT NULL DEFAULT 0,
  -- Name in the file store; empty once the file was deleted.
  stored_as text,
  file_size bigint,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX exports_user ON exports (user_id, created_at DESC, id DESC);
CREATE INDEX exports_files ON exports (finished_at) WHERE stored_as IS NOT NULL;
