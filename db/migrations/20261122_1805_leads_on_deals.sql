-- A deals administrator reaches the leads that are on a deal. Kept on the lead, as whom somebody reaches is asked with every
-- list; by the rows themselves, as a merge of leads moves them without knowing what they are.
ALTER TABLE leads ADD COLUMN is_on_deal boolean NOT NULL DEFAULT false;
CREATE INDEX leads_on_deal ON leads (id) WHERE is_on_deal;

CREATE FUNCTION follow_deal_clients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone integer := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE OLD.lead_id END;
  come integer := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.lead_id END;
BEGIN
  IF gone IS NOT DISTINCT FROM come THEN
    RETURN NULL;
  END IF;
  UPDATE leads SET is_on_deal = true WHERE id = come AND NOT is_on_deal;
  UPDATE leads SET is_on_deal = false
  WHERE id = gone AND is_on_deal AND NOT EXISTS (SELECT FROM deal_clients WHERE lead_id = gone);
  RETURN NULL;
END
$$;
CREATE TRIGGER deal_clients_followed AFTER INSERT OR DELETE OR UPDATE OF lead_id ON deal_clients
  FOR EACH ROW EXECUTE FUNCTION follow_deal_clients();
