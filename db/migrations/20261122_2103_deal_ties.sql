-- A lead is locked before it is looked at whether a deal still names it: of two transactions that each take it off a deal, or of
-- which one puts it on another, the second sees what the first did.
CREATE OR REPLACE FUNCTION follow_deal_clients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE OLD.lead_id END;
  come integer := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.lead_id END;
BEGIN
  IF gone IS NOT DISTINCT FROM come THEN
    RETURN NULL;
  END IF;
  PERFORM FROM leads WHERE id IN (gone, come) ORDER BY id FOR NO KEY UPDATE;
  UPDATE leads SET is_on_deal = true WHERE id = come AND NOT is_on_deal;
  UPDATE leads SET is_on_deal = false
  WHERE id = gone AND is_on_deal AND NOT EXISTS (SELECT FROM deal_clients WHERE lead_id = gone);
  RETURN NULL;
END
$$;
UPDATE leads l SET is_on_deal = NOT is_on_deal
WHERE is_on_deal <> EXISTS (SELECT FROM deal_clients c WHERE c.lead_id = l.id);

-- Loops are numbered by the service; which profile has one belongs to what it is.
ALTER TABLE loop_deals ADD COLUMN profile_id bigint;
UPDATE loop_deals l SET profile_id = coalesce((SELECT a.profile_id FROM dotloop_accounts a WHERE a.user_id = l.user_id), 0);
ALTER TABLE loop_deals ALTER COLUMN profile_id SET NOT NULL;
ALTER TABLE loop_deals DROP CONSTRAINT loop_deals_pkey, ADD PRIMARY KEY (profile_id, loop_id);

UPDATE deals SET mls_number = upper(trim(mls_number)) WHERE mls_number <> upper(trim(mls_number));
UPDATE brokerage_listings SET mls_number = upper(trim(mls_number)) WHERE mls_number <> upper(trim(mls_number));

-- What is closed closed on a day: figures are counted by it.
UPDATE deals d SET close_date = coalesce(
  (SELECT max(c.changed_at)::date FROM deal_status_changes c WHERE c.deal_id = d.id AND c.status = 5), updated_at::date)
WHERE status = 5 AND close_date IS NULL;
