-- When the first of a lead's implied consents to e-mail or texts ends, kept by the consent ledger as its other copies are: lists
-- find whom to ask in time. Nothing is sent, or refused, because of it.
ALTER TABLE leads ADD COLUMN consent_ends_at timestamptz;

UPDATE leads SET consent_ends_at = ending.at
FROM (
  SELECT lead_id, min(until) AS at
  FROM (
    SELECT c.lead_id, c.channel, max(c.expires_at) AS until, bool_or(c.kind = 'express') AS is_express
    FROM lead_consents c
    WHERE c.channel IN ('email', 'text') AND c.kind <> 'withdrawn'
      AND NOT EXISTS (
        SELECT FROM lead_consents later
        WHERE later.lead_id = c.lead_id AND later.channel = c.channel AND later.kind = 'withdrawn'
          AND (later.given_at, later.id) > (c.given_at, c.id))
    GROUP BY c.lead_id, c.channel
  ) standing
  WHERE NOT is_express AND until > now()
  GROUP BY lead_id
) ending
WHERE leads.id = ending.lead_id;

CREATE INDEX leads_consent_ends ON leads (consent_ends_at) WHERE consent_ends_at IS NOT NULL;

-- A view that the product brings along, once.
ALTER TABLE saved_views ADD COLUMN origin text UNIQUE;
