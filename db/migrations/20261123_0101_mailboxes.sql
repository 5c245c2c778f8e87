-- Mailboxes of people that are read, and how far.
CREATE TABLE mailboxes (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL,
  -- Messages from before are history: they are shown, and nothing follows from them.
  connected_at timestamptz NOT NULL,
  -- Where the history of the mailbox is read on from; null before the first walk is over, and after the history ended.
  history_id text,
  -- A walk lists all ids of the mailbox. Its number is on each message that it, or the history since, found there.
  walk integer NOT NULL DEFAULT 0,
  is_walking boolean NOT NULL DEFAULT false,
  walk_token text,
  -- Where the history stood when the walk began.
  walk_history_id text,
  -- Messages in the mailbox: as Google counts them until the first walk is over, then as the last walk did, and the history since.
  total integer,
  counted_at timestamptz,
  synced_at timestamptz,
  -- Google asked to wait, or was away.
  waits_until timestamptz,
  failures integer NOT NULL DEFAULT 0,
  problem text,
  watch_until timestamptz,
  pushed_at timestamptz,
  -- Whoever reads has the mailbox to themselves until then.
  syncing_until timestamptz
);

-- Every message of a mailbox by nothing but its id: what is to be read, and what was.
CREATE TABLE mailbox_messages (
  user_id integer NOT NULL REFERENCES mailboxes (user_id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  -- Newest of a walk first.
  position bigint GENERATED ALWAYS AS IDENTITY,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'read', 'failed')),
  -- It arrived while the mailbox was read: goes before the rest.
  is_new boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  walk integer NOT NULL,
  PRIMARY KEY (user_id, provider_id)
);
CREATE INDEX mailbox_messages_unread ON mailbox_messages (user_id, is_new DESC, position) WHERE state = 'pending';

-- Messages from or to leads: headers and the beginning, never the body. The ids are those of e-mails that the product sent.
CREATE TABLE mailbox_emails (
  id integer PRIMARY KEY DEFAULT nextval('emails_id_seq'),
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  thread_id text NOT NULL,
  -- Message-ID: a message in the mailboxes of two colleagues is one message.
  message_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  from_name text NOT NULL,
  from_email text NOT NULL,
  to_emails text[] NOT NULL,
  subject text NOT NULL,
  snippet text NOT NULL,
  is_automatic boolean NOT NULL,
  sent_at timestamptz NOT NULL,
  milestone_id bigint,
  created_at timestamptz NOT NULL,
  UNIQUE (lead_id, message_id)
);
CREATE INDEX mailbox_emails_lead ON mailbox_emails (lead_id, sent_at DESC, id DESC);
CREATE INDEX mailbox_emails_provider ON mailbox_emails (user_id, provider_id);

-- Units of Google's quota that are left, by account and for the whole project.
CREATE TABLE google_quota (
  key text PRIMARY KEY,
  units double precision NOT NULL,
  at timestamptz NOT NULL
);
