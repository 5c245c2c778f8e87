-- What is bought, sold, leased or referred through the brokerage, from the first draft to the closing.
CREATE SEQUENCE deal_submissions AS integer START 1001;
CREATE TABLE deals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The number of the submission that it came from; null for one that came another way.
  ds_id integer UNIQUE,
  type smallint NOT NULL CHECK (type BETWEEN 1 AND 6),
  status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 6),
  -- Who submitted it, and whose deal it is among the agents on it.
  agent_id integer REFERENCES agents (id),
  mls_number text,
  listing_id integer REFERENCES listings (id) ON DELETE SET NULL,
  street_number text NOT NULL DEFAULT '',
  street_name text NOT NULL DEFAULT '',
  street_direction text NOT NULL DEFAULT '',
  unit text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  province text NOT NULL DEFAULT 'ON',
  postal_code text NOT NULL DEFAULT '',
  -- Cents; a month for leases.
  price bigint NOT NULL DEFAULT 0 CHECK (price >= 0),
  -- Cents.
  deposit bigint CHECK (deposit >= 0),
  -- Ten-thousandths of a percent of the price; null where the commission is an amount of its own.
  commission_rate integer CHECK (commission_rate BETWEEN 0 AND 1000000),
  -- The whole commission in cents: what the splits add up to.
  gross bigint NOT NULL DEFAULT 0,
  -- What the agents on it keep of that together.
  agents_net bigint NOT NULL DEFAULT 0,
  offer_date date,
  firm_date date,
  close_date date,
  coop_first_name text NOT NULL DEFAULT '',
  coop_last_name text NOT NULL DEFAULT '',
  coop_brokerage text NOT NULL DEFAULT '',
  listing_owners text NOT NULL DEFAULT '',
  -- What the person who submitted it wrote for the office.
  notes text NOT NULL DEFAULT '',
  -- The trade's number in the back office; null until it has one.
  trade_number text,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  -- What lists sort by: a closing whose day nobody knows yet is still to come, and statuses go by their names.
  close_key date GENERATED ALWAYS AS (coalesce(close_date, 'infinity')) STORED,
  status_key smallint GENERATED ALWAYS AS (
    CASE status WHEN 5 THEN 1 WHEN 3 THEN 2 WHEN 1 THEN 3 WHEN 6 THEN 4 WHEN 4 THEN 5 ELSE 6 END) STORED,
  search_text text GENERATED ALWAYS AS (folded(
    street_number || ' ' || street_name || ' ' || unit || ' ' || city || ' ' || coalesce(mls_number, '') || ' '
    || coalesce(trade_number, ''))) STORED
);
CREATE INDEX deals_find ON deals USING gin (search_text gin_trgm_ops);
CREATE INDEX deals_closing ON deals (close_key, id);
CREATE INDEX deals_price ON deals (price, id);
CREATE INDEX deals_by_status ON deals (status_key, id);
CREATE INDEX deals_net ON deals (agents_net, id);
CREATE INDEX deals_status ON deals (status, close_date) INCLUDE (gross, agents_net);
CREATE INDEX deals_agent ON deals (agent_id);
CREATE INDEX deals_listing ON deals (listing_id) WHERE listing_id IS NOT NULL;
CREATE INDEX deals_mls ON deals (mls_number) WHERE mls_number IS NOT NULL;
CREATE INDEX deals_trade ON deals (trade_number) WHERE trade_number IS NOT NULL;

-- When it came to each status, for the line of its progress.
CREATE TABLE deal_status_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  status smallint NOT NULL,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  changed_at timestamptz NOT NULL
);
CREATE INDEX deal_status_changes_deal ON deal_status_changes (deal_id, changed_at, id);

-- The people on a deal, as its papers name them, and the lead that each is known to be.
CREATE TABLE deal_clients (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  side text NOT NULL CHECK (side IN ('buyer', 'seller', 'tenant', 'landlord', 'referred')),
  first_name text NOT NULL DEFAULT '',
  middle_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text,
  -- Folded as the leads' own addresses are, so that the same person is found.
  email_key text,
  -- E.164.
  phone text,
  is_repeat boolean NOT NULL DEFAULT false,
  is_personal boolean NOT NULL DEFAULT false,
  lead_id integer REFERENCES leads (id) ON DELETE SET NULL,
  -- A person said that this is the lead, or that there is none.
  is_verified boolean NOT NULL DEFAULT false,
  matched_by integer REFERENCES users (id),
  matched_at timestamptz
);
CREATE INDEX deal_clients_deal ON deal_clients (deal_id, position);
CREATE INDEX deal_clients_lead ON deal_clients (lead_id) WHERE lead_id IS NOT NULL;
CREATE INDEX deal_clients_open ON deal_clients (deal_id) WHERE NOT is_verified;

-- Who gets which part of the commission. The amounts of a deal add up to its gross.
CREATE TABLE deal_splits (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deal_id integer NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  party text NOT NULL CHECK (party IN ('agent', 'brokerage', 'coop')),
  agent_id integer REFERENCES agents (id),
  -- Somebody who is no agent of ours.
  name text NOT NULL DEFAULT '',
  -- Ten-thousandths of a percent.
  rate integer NOT NULL CHECK (rate BETWEEN 0 AND 1000000),
  -- Cents.
  amount bigint NOT NULL,
  notes text NOT NULL DEFAULT '',
  CHECK ((party = 'agent') = (agent_id IS NOT NULL))
);
CREATE INDEX deal_splits_deal ON deal_splits (deal_id, position);
CREATE INDEX deal_splits_agent ON deal_splits (agent_id, deal_id) INCLUDE (amount) WHERE agent_id IS NOT NULL;
