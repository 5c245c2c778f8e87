-- When the person was erased of whom a deal still says who they were. They are forgotten here as well once the law no longer holds
-- the records of the deal.
ALTER TABLE deal_clients ADD COLUMN erased_at timestamptz;
CREATE INDEX deal_clients_erased ON deal_clients (deal_id) WHERE erased_at IS NOT NULL;
