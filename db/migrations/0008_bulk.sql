-- One change to many records, and how far it has come.
CREATE TABLE bulk_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose eyes: the run is theirs. The hand differs while an administrator acts as somebody.
  user_id integer NOT NULL REFERENCES users (id),
  actor_user_id integer NOT NULL REFERENCES users (id),
  action text NOT NULL,
  title text NOT NULL,
  params jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  can_undo boolean NOT NULL,
  total integer NOT NULL,
  -- Of the change, or once it is being undone, of the undoing.
  done integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  skipped jsonb NOT NULL DEFAULT '[]',
  error text,
  -- Failures of the piece in hand; the next piece that succeeds starts anew.
  tries smallint NOT NULL DEFAULT 0,
  -- What browsers are still to be told, so that many pieces are one message.
  untold jsonb NOT NULL DEFAULT '[]',
  told_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  undone_at timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 70);
CREATE INDEX bulk_runs_of_user ON bulk_runs (user_id, id DESC);
CREATE INDEX bulk_runs_at_work ON bulk_runs (touched_at) WHERE state IN ('queued', 'running', 'undoing');

-- A piece of a run: applied in one transaction, once.
CREATE TABLE bulk_chunks (
  run_id integer NOT NULL REFERENCES bulk_runs (id) ON DELETE CASCADE,
  position integer NOT NULL,
  ids integer[] NOT NULL CHECK (cardinality(ids) <= 500),
  outcome jsonb,
  -- What an undo needs, as the action gave it.
  before jsonb,
  done_at timestamptz,
  undone_at timestamptz,
  PRIMARY KEY (run_id, position)
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX bulk_chunks_waiting ON bulk_chunks (run_id, position) WHERE done_at IS NULL;
