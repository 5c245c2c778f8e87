-- Text messages in both directions. What became of one that was sent stands with its sending.
CREATE TABLE texts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null while nobody knows whose number it is.
  lead_id integer REFERENCES leads (id) ON DELETE CASCADE,
  -- Theirs, E.164.
  number text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  body text NOT NULL,
  -- Pictures that came with it.
  media integer NOT NULL DEFAULT 0,
  -- A word by which somebody ends texts, begins them again, or asks what this is.
  keyword text CHECK (keyword IN ('stop', 'start', 'help')),
  -- The product's own answer to such a word.
  is_automatic boolean NOT NULL DEFAULT false,
  -- From a blocked number: known, so that it is dropped once, and shown to nobody.
  is_dropped boolean NOT NULL DEFAULT false,
  -- Who wrote it.
  user_id integer REFERENCES users (id),
  sending_id integer UNIQUE REFERENCES sendings (id) ON DELETE SET NULL,
  provider_id text UNIQUE,
  -- The carrier's code of a failure.
  error_code integer,
  read_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX texts_lead ON texts (lead_id, id DESC);
CREATE INDEX texts_stranger ON texts (number, id DESC) WHERE lead_id IS NULL;

-- How the texts with one person stand, for the inbox. Whose thread it is follows from the lead.
CREATE TABLE text_threads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer UNIQUE REFERENCES leads (id) ON DELETE CASCADE,
  number text NOT NULL,
  last_text_id integer NOT NULL REFERENCES texts (id) ON DELETE CASCADE,
  last_at timestamptz NOT NULL,
  unread integer NOT NULL,
  -- They wrote last.
  is_waiting boolean NOT NULL,
  -- Dealt with: out of the inbox until they write again.
  done_at timestamptz
);
CREATE UNIQUE INDEX text_threads_stranger ON text_threads (number) WHERE lead_id IS NULL;
CREATE INDEX text_threads_last ON text_threads (last_at DESC, id DESC);
CREATE INDEX text_threads_text ON text_threads (last_text_id);
CREATE INDEX text_threads_unread ON text_threads (lead_id) WHERE unread > 0;
