-- What the client of a showing is told by e-mail, with the calendar file, and what the client answers.
CREATE TABLE showing_letters (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  showing_id integer NOT NULL REFERENCES showings (id) ON DELETE CASCADE,
  -- Replaced: a newer letter says more, or there was nothing new to say.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'failed', 'replaced')),
  -- Somebody wants it sent although the client was told the same before.
  is_again boolean NOT NULL DEFAULT false,
  tries smallint NOT NULL DEFAULT 0,
  -- Set while a worker hands it over; left behind by one that died.
  trying_since timestamptz,
  -- Why it failed, or why it is late.
  problem text,
  -- What the client was told, once it is sent.
  kind text CHECK (kind IN ('invitation', 'change', 'cancellation')),
  told_address text,
  told_starts_at timestamptz,
  told_ends_at timestamptz,
  told_status text,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK ((state = 'sent') <= (kind IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX showing_letters_of_showing ON showing_letters (showing_id, id DESC);

ALTER TABLE showings
  ADD COLUMN client_answer text CHECK (client_answer IN ('confirmed', 'another_time', 'cancelled')),
  ADD COLUMN client_message text NOT NULL DEFAULT '',
  ADD COLUMN client_answered_at timestamptz;
-- Calendars, and whether two showings are at the same time.
CREATE INDEX showings_by_time ON showings (starts_at) WHERE deleted_at IS NULL;
CREATE INDEX showings_answered ON showings (client_answered_at) WHERE client_answered_at IS NOT NULL;
