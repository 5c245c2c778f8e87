-- What people wrote down about a lead. A deleted note can be brought back for a while; then its words are forgotten.
CREATE TABLE notes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  description text NOT NULL,
  happened_at timestamptz NOT NULL DEFAULT now(),
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX notes_of_lead ON notes (lead_id, happened_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX notes_deleted ON notes (deleted_at) WHERE deleted_at IS NOT NULL;

-- Colleagues named in a note, each told once.
CREATE TABLE note_mentions (
  note_id integer NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id),
  mentioned_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (note_id, user_id)
);
CREATE INDEX note_mentions_of_user ON note_mentions (user_id, created_at DESC, note_id DESC);
