-- When nothing goes out to people: after a restore, in another place than before, or because somebody said so.
CREATE TABLE sending_pauses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('restored', 'moved', 'by_hand')),
  -- After a restore: when the backup was made, where it says.
  backup_at timestamptz,
  paused_at timestamptz NOT NULL DEFAULT now(),
  paused_by integer REFERENCES users (id),
  resumed_at timestamptz,
  resumed_by integer REFERENCES users (id),
  -- What was discarded instead of sent: messages by the name of their job.
  discarded jsonb,
  -- When what was discarded was put back.
  undone_at timestamptz
);
-- One at a time.
CREATE UNIQUE INDEX sending_pauses_open ON sending_pauses ((true)) WHERE resumed_at IS NULL;

-- Jobs that fell due while sending was paused. The queue itself deletes what waits for longer than two weeks.
CREATE TABLE held_jobs (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL,
  due_at timestamptz NOT NULL,
  held_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX held_jobs_name ON held_jobs (name, due_at);

-- By what an installation knows that it runs where it ran before. None of a kind: nobody has looked yet.
CREATE TABLE installation_signs (
  kind text NOT NULL CHECK (kind IN ('name', 'database', 'folder', 'machine')),
  value text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, value)
);

ALTER TABLE alert_sends DROP CONSTRAINT alert_sends_state_check,
  ADD CONSTRAINT alert_sends_state_check CHECK (state IN ('waiting', 'sent', 'refused', 'failed', 'expired'));
ALTER TABLE showing_letters DROP CONSTRAINT showing_letters_state_check,
  ADD CONSTRAINT showing_letters_state_check
    CHECK (state IN ('waiting', 'sent', 'refused', 'failed', 'replaced', 'expired'));
DROP INDEX alert_sends_unsent;
CREATE INDEX alert_sends_unsent ON alert_sends (id DESC) WHERE state IN ('refused', 'failed', 'expired');
ALTER TABLE invitations ADD COLUMN expired_at timestamptz;
