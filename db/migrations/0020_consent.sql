-- Who may be reached how, and how we know: a ledger for each lead and channel. Entries are added and never changed.
CREATE TABLE lead_consents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('email', 'text', 'call')),
  kind text NOT NULL CHECK (kind IN ('express', 'implied', 'withdrawn')),
  -- What an implied consent follows from.
  basis text CHECK (basis IN ('inquiry', 'deal')),
  source text NOT NULL,
  evidence text NOT NULL DEFAULT '',
  given_at timestamptz NOT NULL,
  expires_at timestamptz,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  CHECK ((kind = 'implied') = (basis IS NOT NULL)),
  CHECK ((kind = 'implied') = (expires_at IS NOT NULL))
);
CREATE INDEX lead_consents_lead ON lead_consents (lead_id, channel, given_at DESC, id DESC);
CREATE INDEX lead_consents_ending ON lead_consents (expires_at) WHERE expires_at IS NOT NULL;

CREATE FUNCTION keep_consent_as_it_is() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the consent ledger are added, never changed.';
END $$;
-- A merge may move an entry to the lead that stays; erasure takes entries away with their lead.
CREATE TRIGGER lead_consents_unchanged
  BEFORE UPDATE OF channel, kind, basis, source, evidence, given_at, expires_at, recorded_at ON lead_consents
  FOR EACH ROW EXECUTE FUNCTION keep_consent_as_it_is();

-- What was known before there was a ledger.
INSERT INTO lead_consents (lead_id, channel, kind, basis, source, evidence, given_at, expires_at)
SELECT id, 'email', consent_email, CASE consent_email WHEN 'implied' THEN 'inquiry' END, 'Record of the lead',
       'Taken over from the lead when the ledger began.', created_at,
       CASE consent_email WHEN 'implied' THEN created_at + interval '6 months' END
FROM leads WHERE consent_email <> 'none';
