-- Saved searches of leads: by area, or for named buildings.
CREATE TABLE alerts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('listing', 'building')),
  name text NOT NULL,
  alert_frequency smallint NOT NULL CHECK (alert_frequency BETWEEN 0 AND 4),
  -- What is looked for, as it was given.
  criteria jsonb NOT NULL,
  -- When what was found is sent; null while nothing waits.
  next_due_at timestamptz,
  last_sent_at timestamptz,
  created_by integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX alerts_of_lead ON alerts (lead_id) WHERE deleted_at IS NULL;
CREATE INDEX alerts_due ON alerts (next_due_at) WHERE next_due_at IS NOT NULL;

-- What alerts that are on look for, the other way round: one row for each area or building, so that a new listing finds
-- the searches that it answers. An area of 0 is anywhere. Made again with each change of its alert.
CREATE TABLE alert_searches (
  alert_id integer NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  offer text NOT NULL CHECK (offer IN ('sale', 'lease')),
  area_id integer,
  building_id integer,
  -- Cents; no limit is the largest number there is.
  price_min bigint NOT NULL,
  price_max bigint NOT NULL,
  beds_min smallint NOT NULL,
  baths_min smallint NOT NULL,
  property_types text[],
  keywords tsquery,
  CHECK ((area_id IS NULL) <> (building_id IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX alert_searches_area ON alert_searches (area_id, offer, price_max, price_min)
  INCLUDE (alert_id, beds_min, baths_min) WHERE area_id IS NOT NULL;
CREATE INDEX alert_searches_building ON alert_searches (building_id, offer) WHERE building_id IS NOT NULL;
CREATE INDEX alert_searches_alert ON alert_searches (alert_id);

-- One e-mail, or why there was none.
CREATE TABLE alert_sends (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id integer NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  by_hand boolean NOT NULL DEFAULT false,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'failed')),
  tries smallint NOT NULL DEFAULT 0,
  listings integer NOT NULL DEFAULT 0,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- One e-mail for an alert and a moment.
  UNIQUE (alert_id, due_at)
);
CREATE INDEX alert_sends_lead ON alert_sends (lead_id);

-- A listing at a price, for an alert: never twice. It grows fastest and is written by the hundred thousand, hence no more
-- than one reference to check and one index beside the key; listings are never deleted.
CREATE TABLE alert_matches (
  alert_id integer NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
  listing_id integer NOT NULL,
  price bigint NOT NULL,
  -- The price before, when it changed; null for a new listing.
  price_before bigint,
  matched_at timestamptz NOT NULL DEFAULT now(),
  send_id integer,
  PRIMARY KEY (alert_id, listing_id, price)
) WITH (autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX alert_matches_send ON alert_matches (send_id) WHERE send_id IS NOT NULL;

-- Homes that leads looked at or kept, from the pages behind the e-mails.
CREATE TABLE listing_visits (
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  listing_id integer NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  last_viewed_at timestamptz,
  favourite_at timestamptz,
  PRIMARY KEY (lead_id, listing_id)
);
CREATE INDEX listing_visits_listing ON listing_visits (listing_id);
