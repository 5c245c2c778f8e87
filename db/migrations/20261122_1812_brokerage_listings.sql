-- Homes that the brokerage itself sells or leases, from before they are on the market to after.
CREATE TABLE brokerage_listings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The number of the listing service; a home that is relisted gets another, so that one home may stand here twice.
  mls_number text,
  status text NOT NULL CHECK (status IN ('coming_soon', 'active', 'conditional', 'sold', 'leased', 'withdrawn')),
  offer text NOT NULL CHECK (offer IN ('sale', 'lease')),
  property_type text NOT NULL,
  -- Cents, a month for leases.
  price bigint NOT NULL CHECK (price > 0),
  street_number text NOT NULL,
  street_name text NOT NULL,
  unit text NOT NULL DEFAULT '',
  city text NOT NULL,
  province text NOT NULL DEFAULT 'ON',
  postal_code text NOT NULL DEFAULT '',
  neighbourhood text NOT NULL DEFAULT '',
  beds smallint NOT NULL DEFAULT 0,
  beds_plus smallint NOT NULL DEFAULT 0,
  baths smallint NOT NULL DEFAULT 0,
  sqft integer,
  lot text NOT NULL DEFAULT '',
  parking text NOT NULL DEFAULT '',
  -- Cents a year.
  taxes bigint,
  description text NOT NULL DEFAULT '',
  -- Whose home it is; seen by its agent and the office only.
  owner text NOT NULL DEFAULT '',
  agent_id integer REFERENCES agents (id),
  lat double precision,
  lng double precision,
  listed_on date,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  search_text text GENERATED ALWAYS AS (folded(
    coalesce(mls_number || ' ', '') || unit || ' ' || street_number || ' ' || street_name || ' ' || neighbourhood || ' ' || city)) STORED
);
CREATE INDEX brokerage_listings_find ON brokerage_listings USING gin (search_text gin_trgm_ops);
CREATE INDEX brokerage_listings_newest ON brokerage_listings (updated_at DESC, id DESC);
CREATE INDEX brokerage_listings_agent ON brokerage_listings (agent_id);
CREATE INDEX brokerage_listings_mls ON brokerage_listings (mls_number) WHERE mls_number IS NOT NULL;

CREATE TABLE brokerage_listing_prices (
  listing_id integer NOT NULL REFERENCES brokerage_listings (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  price bigint NOT NULL,
  PRIMARY KEY (listing_id, since)
);

CREATE TABLE brokerage_listing_photos (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  listing_id integer NOT NULL REFERENCES brokerage_listings (id) ON DELETE CASCADE,
  -- The first is the cover.
  position smallint NOT NULL,
  -- What its copies are called in the file store: the hash of the picture.
  file_name text NOT NULL CHECK (file_name ~ '^[0-9a-f]{32}$'),
  caption text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  UNIQUE (listing_id, file_name)
);
CREATE INDEX brokerage_listing_photos_listing ON brokerage_listing_photos (listing_id, position, id);
CREATE INDEX brokerage_listing_photos_file ON brokerage_listing_photos (file_name);
