-- The channels that a lead took back, kept by the consent ledger: wherever a lead is shown, nobody offers to reach it there.
ALTER TABLE leads ADD COLUMN withdrawn_channels text[] NOT NULL DEFAULT '{}'
  CHECK (withdrawn_channels <@ ARRAY['email', 'text', 'call']);

-- A withdrawal ends what is before it; an express consent, or an implied one for as long as it holds, ends the withdrawal.
UPDATE leads SET withdrawn_channels = standing.channels
FROM (
  SELECT lead_id, array_agg(channel ORDER BY array_position(ARRAY['email', 'text', 'call'], channel)) AS channels
  FROM (
    SELECT DISTINCT ON (lead_id, channel) lead_id, channel, kind, given_at, id FROM lead_consents
    WHERE kind <> 'implied' ORDER BY lead_id, channel, given_at DESC, id DESC
  ) latest
  WHERE kind = 'withdrawn' AND NOT EXISTS (
    SELECT FROM lead_consents later
    WHERE later.lead_id = latest.lead_id AND later.channel = latest.channel AND later.expires_at > now()
      AND (later.given_at, later.id) > (latest.given_at, latest.id))
  GROUP BY lead_id
) standing
WHERE leads.id = standing.lead_id;

-- Withdrawals are few: what follows from each is looked at every hour.
CREATE INDEX lead_consents_withdrawn ON lead_consents (lead_id, channel, given_at DESC, id DESC) WHERE kind = 'withdrawn';
