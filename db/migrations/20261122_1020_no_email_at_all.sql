-- Whether a withdrawal ends commercial messages only, or every message. Whoever unsubscribes by the link of an e-mail does not
-- mean the showing that they ask for next; what people recorded by hand before could not say which, and stays the stricter one.
ALTER TABLE lead_consents ADD COLUMN covers text CHECK (covers IN ('commercial', 'all'));
UPDATE lead_consents
SET covers = CASE WHEN channel = 'email' AND source = 'Unsubscribe link' THEN 'commercial' ELSE 'all' END
WHERE kind = 'withdrawn';
ALTER TABLE lead_consents ADD CHECK ((kind = 'withdrawn') = (covers IS NOT NULL));

DROP TRIGGER lead_consents_unchanged ON lead_consents;
CREATE TRIGGER lead_consents_unchanged
  BEFORE UPDATE OF channel, kind, covers, basis, source, evidence, given_at, expires_at, recorded_at ON lead_consents
  FOR EACH ROW EXECUTE FUNCTION keep_consent_as_it_is();

-- Leads whose last withdrawal was by such a link are reached by people again.
UPDATE leads SET withdrawn_channels = array_remove(withdrawn_channels, 'email')
WHERE 'email' = ANY (withdrawn_channels) AND 'commercial' = (
  SELECT covers FROM lead_consents WHERE lead_id = leads.id AND channel = 'email' AND kind = 'withdrawn'
  ORDER BY given_at DESC, id DESC LIMIT 1);
