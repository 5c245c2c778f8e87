-- What people are notified of, one row for each person and cause, written in the transaction of the cause.
CREATE TABLE notifications (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- What it is about, such as "note 12": the same cause notifies a person once.
  cause text NOT NULL,
  title text NOT NULL,
  body text NOT NULL DEFAULT '',
  -- Where it opens, as a path of the product.
  path text NOT NULL,
  -- Whoever loses sight of the lead loses the notification.
  lead_id integer REFERENCES leads (id) ON DELETE CASCADE,
  -- False for kinds that the person does not want to see in the product.
  is_shown boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  -- After that it is pointless to pass on.
  expires_at timestamptz,
  -- When it was on a screen of the person, when it was marked as read, and when it was opened or answered.
  seen_at timestamptz,
  read_at timestamptz,
  acted_at timestamptz,
  UNIQUE (user_id, kind, cause)
);
CREATE INDEX notifications_of_user ON notifications (user_id, created_at DESC, id DESC) WHERE is_shown;
CREATE INDEX notifications_unread ON notifications (user_id) WHERE is_shown AND read_at IS NULL;
CREATE INDEX notifications_of_lead ON notifications (lead_id) WHERE lead_id IS NOT NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- Browsers that a person allowed to show notifications.
CREATE TABLE push_devices (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The sign-in that it came with: once that ends, nothing is sent to the device.
  session_id integer NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  -- Encrypted, as it opens what is sent.
  auth text NOT NULL,
  -- "Chrome on Windows", as its owner recognizes it.
  name text NOT NULL,
  -- When the browser says that the address ends by itself.
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  last_delivered_at timestamptz
);
CREATE INDEX push_devices_of_user ON push_devices (user_id);
CREATE INDEX push_devices_of_session ON push_devices (session_id);

-- One way on which a notification is passed on.
CREATE TABLE notification_deliveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id integer NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'app', 'text', 'email')),
  device_id integer REFERENCES push_devices (id) ON DELETE SET NULL,
  device_name text NOT NULL DEFAULT '',
  -- Sent only when nobody has seen the notification by then.
  is_fallback boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL,
  -- Unknown: the process ended while it was handed over. It is never handed over twice.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'trying', 'sent', 'failed', 'skipped', 'unknown')),
  tries integer NOT NULL DEFAULT 0,
  trying_at timestamptz,
  problem text,
  sent_at timestamptz,
  -- As the device reports it.
  delivered_at timestamptz,
  opened_at timestamptz,
  -- Hash of the token by which the device reports.
  receipt_hash bytea,
  expired_at timestamptz
);
CREATE INDEX notification_deliveries_of ON notification_deliveries (notification_id);
CREATE INDEX notification_deliveries_device ON notification_deliveries (device_id) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX notification_deliveries_receipt ON notification_deliveries (receipt_hash) WHERE receipt_hash IS NOT NULL;
CREATE INDEX notification_deliveries_waiting ON notification_deliveries (due_at) WHERE state = 'waiting';

-- How a person wants to hear of a kind; without a row what holds for everybody.
CREATE TABLE notification_preferences (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL,
  screen boolean NOT NULL,
  push boolean NOT NULL,
  text boolean NOT NULL,
  email boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- What holds for all notifications of a person.
CREATE TABLE notification_settings (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  is_quiet boolean NOT NULL,
  quiet_from time NOT NULL,
  quiet_until time NOT NULL,
  -- Whether locked screens show names of leads.
  shows_names boolean NOT NULL,
  -- When the daily e-mail of unread notifications leaves; null for none.
  digest_at time
);

-- The daily e-mail of a person; one a day.
CREATE TABLE notification_digests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day date NOT NULL,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  problem text,
  sent_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  UNIQUE (user_id, day)
);

-- The keys by which push services recognize this installation, made once; the private one is encrypted.
CREATE TABLE push_keys (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Mentions of earlier days.
INSERT INTO notifications (user_id, kind, cause, title, body, path, lead_id, created_at, seen_at, read_at)
SELECT m.user_id, 'mention', 'note ' || m.note_id,
       coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), 'Someone') || ' mentioned you on '
         || coalesce(nullif(trim(l.first_name || ' ' || l.last_name), ''), 'a lead'),
       left(n.description, 280), '/leads/__' || l.id, l.id, m.created_at, m.read_at, m.read_at
FROM note_mentions m JOIN notes n ON n.id = m.note_id AND n.deleted_at IS NULL JOIN leads l ON l.id = n.lead_id
LEFT JOIN users p ON p.id = m.mentioned_by;
