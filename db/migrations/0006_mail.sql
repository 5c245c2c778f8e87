-- Mail that the demo's own mail server took, as the outbox page shows it; empty in production.
CREATE TABLE outbox_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- A sender that died half-way sends the same message again.
  copies integer NOT NULL DEFAULT 1,
  sender text NOT NULL,
  recipients text[] NOT NULL,
  subject text NOT NULL,
  plain text NOT NULL,
  html text,
  source bytea NOT NULL
);
CREATE UNIQUE INDEX outbox_messages_message_id ON outbox_messages (message_id, recipients);

CREATE TABLE outbox_attachments (
  message_id integer NOT NULL REFERENCES outbox_messages (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  filename text NOT NULL,
  type text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (message_id, position)
);

-- The letter that tells a new person where to sign in, and what became of it.
CREATE TABLE invitations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Why it failed, or why it is late.
  problem text
);
CREATE INDEX invitations_user ON invitations (user_id, id DESC);
