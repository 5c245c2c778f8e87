-- The use of the agent's quota that an offer counts as, so that exactly this one is given back when nobody takes the offer.
ALTER TABLE distribution_offers ADD COLUMN use_id bigint REFERENCES quota_uses (id) ON DELETE SET NULL;
CREATE INDEX distribution_offers_of_use ON distribution_offers (use_id);
UPDATE distribution_offers o SET use_id = (
  SELECT max(u.id) FROM quota_uses u WHERE u.agent_id = o.agent_id AND u.lead_id = o.lead_id AND u.given_back_at IS NULL)
WHERE o.outcome IS NULL;
