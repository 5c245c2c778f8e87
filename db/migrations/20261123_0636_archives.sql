-- Everything that the product holds as one archive, for whoever moves out.
CREATE TABLE archives (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose right it rests on, and whose hand it was: differs when somebody acted as another user.
  user_id integer NOT NULL REFERENCES users (id),
  made_by integer NOT NULL REFERENCES users (id),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  -- Which run writes it: an older one that goes on stops at its next step.
  attempt uuid,
  parts integer NOT NULL DEFAULT 0,
  parts_done integer NOT NULL DEFAULT 0,
  rows_done bigint NOT NULL DEFAULT 0,
  files_done integer NOT NULL DEFAULT 0,
  stored_as text,
  file_size bigint,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX archives_newest ON archives (created_at DESC, id DESC);
-- One at a time.
CREATE UNIQUE INDEX archives_at_work ON archives ((true)) WHERE status IN ('queued', 'running');
