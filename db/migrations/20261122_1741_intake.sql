-- Where leads come from: sites, mailboxes, webhooks. Each source has keys of its own.
CREATE TABLE intake_sources (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('site', 'mailbox', 'webhook')),
  name text NOT NULL UNIQUE,
  -- The site that leads of this source belong to.
  site_id integer REFERENCES sites (id),
  -- Of a mailbox: the address that its mails are sent to.
  address text,
  -- Domains and numbers under which a portal passes on the mails and calls of many people: nobody is known by them.
  proxies text[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Two may be valid at once, so that a site is moved to a new one without losing an event.
CREATE TABLE intake_keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  hash bytea NOT NULL UNIQUE,
  -- What screens show of it: its first and its last characters.
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set when a newer one takes its place, or at once when it is revoked.
  expires_at timestamptz
);
CREATE INDEX intake_keys_source ON intake_keys (source_id);

-- Each request with a known key, as it came: stored before it is answered.
CREATE TABLE intake_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  events integer NOT NULL DEFAULT 0,
  -- Why all of it or some of it was refused; null when everything was accepted.
  problem text,
  refused integer NOT NULL DEFAULT 0,
  -- When somebody had it read again, or put it aside.
  settled_at timestamptz
);
CREATE INDEX intake_deliveries_refused ON intake_deliveries (received_at DESC, id DESC)
  WHERE problem IS NOT NULL AND settled_at IS NULL;
CREATE INDEX intake_deliveries_age ON intake_deliveries (received_at);

CREATE TABLE intake_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  source_event_id text NOT NULL,
  type text NOT NULL,
  -- By the source's clock, and never later than it was received.
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  visitor_id text,
  person jsonb NOT NULL DEFAULT '{}',
  data jsonb NOT NULL DEFAULT '{}',
  -- waiting: stored and not read yet; anonymous: of a visitor whom nobody knows yet; failed: given up after several tries.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'anonymous', 'failed')),
  lead_id integer REFERENCES leads (id) ON DELETE CASCADE,
  -- The lead was made by this event.
  is_new_lead boolean NOT NULL DEFAULT false,
  tries smallint NOT NULL DEFAULT 0,
  problem text,
  UNIQUE (source_id, source_event_id)
);
CREATE INDEX intake_events_waiting ON intake_events (id) WHERE state IN ('waiting', 'failed');
CREATE INDEX intake_events_visitor ON intake_events (source_id, visitor_id, occurred_at) WHERE state = 'anonymous';
CREATE INDEX intake_events_lead ON intake_events (lead_id, type) WHERE lead_id IS NOT NULL;
CREATE INDEX intake_events_newest ON intake_events (received_at DESC, id DESC);
CREATE INDEX intake_events_of_source ON intake_events (source_id, received_at DESC);

-- Who is behind the name that a site gives a browser, and since when: several people may share one.
CREATE TABLE intake_visitors (
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  visitor_id text NOT NULL,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  known_since timestamptz NOT NULL,
  PRIMARY KEY (source_id, visitor_id, known_since)
);
CREATE INDEX intake_visitors_lead ON intake_visitors (lead_id);

-- How the mails of a sender are read that none of the usual formats fits: a person marked the fields in one of them.
CREATE TABLE intake_readers (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sender text NOT NULL UNIQUE,
  name text NOT NULL,
  lines jsonb NOT NULL,
  author_user_id integer REFERENCES users (id),
  updated_at timestamptz NOT NULL
);

-- Every mail that came in, whole. Mails that cannot be read wait for a person.
CREATE TABLE intake_mails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES intake_sources (id) ON DELETE CASCADE,
  -- SHA-256 of the mail: told twice, it is one.
  digest bytea NOT NULL,
  raw bytea NOT NULL,
  -- Address that readers go by.
  sender text NOT NULL DEFAULT '',
  sender_name text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  -- The domain whose signature the receiving mail server found good, or bad.
  signed_by text,
  has_bad_signature boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  received_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'read', 'unread', 'ignored')),
  -- Which step of the ladder read it: metadata, json-ld, adf, reader, labels, hand.
  read_by text,
  fields jsonb,
  problem text,
  lead_id integer REFERENCES leads (id) ON DELETE SET NULL,
  UNIQUE (source_id, digest)
);
CREATE INDEX intake_mails_unread ON intake_mails (received_at DESC, id DESC) WHERE state = 'unread';
CREATE INDEX intake_mails_waiting ON intake_mails (id) WHERE state = 'waiting';
CREATE INDEX intake_mails_sender ON intake_mails (sender, received_at DESC);
CREATE INDEX intake_mails_lead ON intake_mails (lead_id) WHERE lead_id IS NOT NULL;
