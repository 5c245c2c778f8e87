CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Who did what, acting as whom, to what; written by the platform for every write.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_user_id integer,
  viewer_user_id integer,
  call text NOT NULL,
  subject text,
  subject_id text,
  input jsonb,
  changes jsonb,
  outcome text NOT NULL DEFAULT 'done',
  request_id text,
  address text,
  user_agent text
);
CREATE INDEX audit_entries_at ON audit_entries (at DESC, id DESC);
CREATE INDEX audit_entries_subject ON audit_entries (subject, subject_id, id DESC);
CREATE INDEX audit_entries_actor ON audit_entries (actor_user_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What changed, for live streams: read by xid so that a late commit is never missed. Pruned after an hour.
CREATE TABLE live_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  ids integer[] NOT NULL,
  audience text[] NOT NULL
);
CREATE INDEX live_changes_xid ON live_changes (xid);

-- The first answer of a create, kept a day for repeats of the same key.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  call text NOT NULL,
  request_hash text NOT NULL,
  http_status integer,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
