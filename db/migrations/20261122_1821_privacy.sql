-- People whose data was erased: that it was done, by whom and why, how much went, and what the law makes us keep. Nothing in
-- here says who they were.
CREATE TABLE erasures (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The lead is gone, so nothing is referred to.
  lead_id integer NOT NULL,
  erased_at timestamptz NOT NULL,
  -- Null when the retention setting did it.
  user_id integer,
  on_behalf_of integer,
  reason text NOT NULL,
  removed jsonb NOT NULL,
  kept jsonb NOT NULL
);
CREATE INDEX erasures_newest ON erasures (erased_at DESC, id DESC);
CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER erasures_no_truncate BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The log stays append-only, with one exception: what it holds of an erased person goes. Who did what to which record, and
-- when, stays. Only a transaction that says which erasure it belongs to may do so, and it may change nothing else.
ALTER TABLE audit_entries ADD COLUMN erasure_id integer REFERENCES erasures (id);
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.erasure_id IS NOT NULL AND NEW.erasure_id::text = current_setting('keyturn.erasure', true)
    AND to_jsonb(NEW) - ARRAY['input', 'changes', 'erasure_id'] = to_jsonb(OLD) - ARRAY['input', 'changes', 'erasure_id']
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
DROP TRIGGER audit_entries_append_only ON audit_entries;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
