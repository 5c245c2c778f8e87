-- The e-mails of alerts as a ledger: who got what when, and why not.
ALTER TABLE alert_sends
  -- The address at the moment of sending; a lead's own may change.
  ADD COLUMN recipient text,
  -- Who works on it has it until then: a second worker leaves it alone for that long.
  ADD COLUMN taken_until timestamptz,
  -- When an e-mail that waits is tried again; null for one that was never tried.
  ADD COLUMN retry_at timestamptz,
  -- The homes of an e-mail that did not go out, for another try: listing_id, price and price_before of each.
  ADD COLUMN homes jsonb;

CREATE INDEX alert_sends_newest ON alert_sends (created_at DESC, id DESC);
CREATE INDEX alert_sends_waiting ON alert_sends (created_at) WHERE state = 'waiting';
CREATE INDEX alert_sends_finished ON alert_sends (finished_at DESC, state) WHERE finished_at IS NOT NULL;
CREATE INDEX alert_sends_unsent ON alert_sends (id DESC) WHERE state IN ('refused', 'failed');
