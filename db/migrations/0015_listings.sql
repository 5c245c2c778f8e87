-- Homes of the multiple listing service, kept in step by replication.
CREATE TABLE buildings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Number, street and city, folded: units of one house are one building.
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  address text NOT NULL,
  city text NOT NULL,
  search_text text GENERATED ALWAYS AS (folded(name || ' ' || address || ' ' || city)) STORED
);
CREATE INDEX buildings_find ON buildings USING gin (search_text gin_trgm_ops);

CREATE TABLE listings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mls_number text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('active', 'pending', 'closed', 'withdrawn', 'expired')),
  offer text NOT NULL CHECK (offer IN ('sale', 'lease')),
  property_type text NOT NULL,
  -- Cents, a month for leases.
  price bigint NOT NULL,
  address text NOT NULL,
  unit text,
  city text NOT NULL,
  neighbourhood text NOT NULL DEFAULT '',
  postal_code text NOT NULL DEFAULT '',
  -- The most exact known area, with everything around it; empty where the place is none of ours.
  area_ids integer[] NOT NULL DEFAULT '{}',
  building_id integer REFERENCES buildings (id),
  beds smallint NOT NULL DEFAULT 0,
  beds_plus smallint NOT NULL DEFAULT 0,
  baths smallint NOT NULL DEFAULT 0,
  sqft integer,
  description text NOT NULL DEFAULT '',
  photo_base_url text,
  brokerage text NOT NULL DEFAULT '',
  lat double precision,
  lng double precision,
  listed_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- What keywords of alerts are looked for in; a home for sale and one for lease use the same words.
  words tsvector GENERATED ALWAYS AS (to_tsvector('english', description || ' ' || property_type || ' ' || address)) STORED,
  search_text text GENERATED ALWAYS AS (
    folded(mls_number || ' ' || coalesce(unit || ' ', '') || address || ' ' || neighbourhood || ' ' || city)) STORED
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX listings_find ON listings USING gin (search_text gin_trgm_ops);
CREATE INDEX listings_in_area ON listings USING gin (area_ids) WHERE status = 'active';
CREATE INDEX listings_newest ON listings (listed_at DESC, id DESC) WHERE status = 'active';
CREATE INDEX listings_building ON listings (building_id) WHERE building_id IS NOT NULL;

CREATE TABLE listing_prices (
  listing_id integer NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  price bigint NOT NULL,
  PRIMARY KEY (listing_id, since)
);

-- How far the replication of a feed has come: the time and key of the last record, exactly as the feed wrote them.
CREATE TABLE listing_feeds (
  name text PRIMARY KEY,
  modified_at text,
  listing_key text,
  read_at timestamptz,
  -- Why the last run did not come to its end; null when it did.
  problem text,
  failed_at timestamptz
);
INSERT INTO listing_feeds (name) VALUES ('mls');
