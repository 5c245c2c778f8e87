-- Pictures of texts, in both directions. The file is in the store of files under a name that nobody guesses.
CREATE TABLE text_pictures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null while somebody has chosen it and not sent it yet.
  text_id integer REFERENCES texts (id) ON DELETE CASCADE,
  -- Who chose it; null for one that came in.
  user_id integer REFERENCES users (id),
  -- Where the provider has it, of one that came in.
  source text,
  -- Its name in the store, while it is there.
  file text UNIQUE,
  state text NOT NULL CHECK (state IN ('arriving', 'stored', 'unreadable', 'gone')),
  -- In pixels, of one that is stored.
  width integer,
  height integer,
  created_at timestamptz NOT NULL,
  CHECK ((state = 'stored') = (file IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL))
);
CREATE INDEX text_pictures_text ON text_pictures (text_id);
CREATE INDEX text_pictures_unsent ON text_pictures (created_at) WHERE text_id IS NULL;
