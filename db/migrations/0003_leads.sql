-- What names are searched and sorted by: lower case, letters without their accents, so that "elise" finds "ÉLISE".
-- Only functions of PostgreSQL itself, all immutable, so that generated columns and indexes may use it.
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(translate(normalize(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
                       'ØøŁłĐđİı', 'OoLlDdIi'));

-- The same as foldEmail of the leads' rules.
CREATE FUNCTION folded_email(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN lower(given) ~ '^[^+@]*[^+@.][^+@]*(\+.*)?@(gmail|googlemail)\.com$'
            THEN replace(regexp_replace(split_part(lower(given), '@', 1), '\+.*$', ''), '.', '') || '@gmail.com'
            ELSE lower(given) END;

CREATE TABLE tags (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- A tag without an agent is a default tag, and permanent.
  agent_id integer REFERENCES agents (id),
  colour text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (agent_id, name)
);

CREATE TABLE leads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer REFERENCES agents (id),
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text,
  email_private text,
  -- E.164; the national form is made where it is shown.
  phone text,
  phone_private text,
  phone_country_code text,
  phone_location text,
  -- Folded for matching the same person: lower case, gmail without dots and plus.
  email_key text,
  roles text[] NOT NULL DEFAULT '{}',
  site_id integer REFERENCES sites (id),
  site_ids integer[] NOT NULL DEFAULT '{}',
  source text NOT NULL DEFAULT 'agent',
  status_value smallint NOT NULL DEFAULT 1,
  lead_score numeric(4, 1) NOT NULL DEFAULT 0,
  score_parts jsonb NOT NULL DEFAULT '{}',
  tag_ids integer[] NOT NULL DEFAULT '{}',
  area_ids integer[] NOT NULL DEFAULT '{}',
  claimed_at timestamptz,
  claimed_by integer REFERENCES agents (id),
  is_personal boolean NOT NULL DEFAULT false,
  is_realtor boolean NOT NULL DEFAULT false,
  is_bogus boolean NOT NULL DEFAULT false,
  email_verified boolean NOT NULL DEFAULT false,
  is_email_valid boolean NOT NULL DEFAULT true,
  is_phone_valid boolean NOT NULL DEFAULT true,
  text_validated boolean NOT NULL DEFAULT false,
  has_viewing_request boolean NOT NULL DEFAULT false,
  has_offer_request boolean NOT NULL DEFAULT false,
  has_sell_request boolean NOT NULL DEFAULT false,
  signup_attempts integer NOT NULL DEFAULT 1,
  -- Cents, as all money in tables.
  searches_price_min bigint,
  searches_price_max bigint,
  stated_price_min bigint,
  stated_price_max bigint,
  -- The range that filters and indexes use: stated, else searched.
  price_min bigint GENERATED ALWAYS AS (coalesce(nullif(stated_price_min, 0), searches_price_min, 0)) STORED,
  -- Known from below only: no upper end. Not known at all: 0, which overlaps nothing.
  price_max bigint GENERATED ALWAYS AS (coalesce(
    nullif(stated_price_max, 0), nullif(searches_price_max, 0),
    CASE WHEN coalesce(nullif(stated_price_min, 0), searches_price_min, 0) > 0 THEN 9000000000000000 ELSE 0 END)) STORED,
  subscribed_alert boolean NOT NULL DEFAULT false,
  subscribed_newsletter boolean NOT NULL DEFAULT false,
  subscribed_precon boolean NOT NULL DEFAULT false,
  member_type text NOT NULL DEFAULT 'normal' CHECK (member_type IN ('normal', 'unsubscribed', 'held', 'bounced')),
  rental_profile jsonb,
  zone text NOT NULL DEFAULT 'America/Toronto',
  -- Kept by features further up, so that lists filter by them without a join.
  open_tasks integer NOT NULL DEFAULT 0,
  opportunity_types smallint[] NOT NULL DEFAULT '{}',
  consent_email text NOT NULL DEFAULT 'none' CHECK (consent_email IN ('express', 'implied', 'withdrawn', 'none')),
  delivra_account_id integer,
  was_active boolean NOT NULL DEFAULT false,
  last_active_at timestamptz NOT NULL DEFAULT now(),
  last_contacted_at timestamptz,
  -- Visits of the last twelve weeks, oldest first, for the sparkline of the list.
  activity smallint[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  -- Sort keys without nulls, so that one row comparison continues a page in either direction.
  name_key text GENERATED ALWAYS AS (folded(first_name) || E'\t' || folded(last_name)) STORED,
  contacted_key timestamptz GENERATED ALWAYS AS (coalesce(last_contacted_at, '-infinity'::timestamptz)) STORED,
  claimed_key timestamptz GENERATED ALWAYS AS (coalesce(claimed_at, '-infinity'::timestamptz)) STORED,
  search_text text GENERATED ALWAYS AS (
    folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(email_private, '') || ' ' ||
           regexp_replace(coalesce(phone, '') || ' ' || coalesce(phone_private, ''), '[^0-9 ]', '', 'g'))) STORED,
  -- What a search of one or two letters looks for: too short for trigrams.
  last_name_start text COLLATE "C" GENERATED ALWAYS AS (left(folded(last_name), 2)) STORED
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02, fillfactor = 85);

ALTER TABLE leads ALTER COLUMN tag_ids SET STATISTICS 2000, ALTER COLUMN area_ids SET STATISTICS 2000,
  ALTER COLUMN search_text SET STATISTICS 2000;

-- Child tables of the arrays: they keep who and when; the arrays are what lists filter by. Written together.
CREATE TABLE lead_tags (
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  tag_id integer NOT NULL REFERENCES tags (id),
  added_by integer REFERENCES users (id),
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lead_id, tag_id)
);
CREATE INDEX lead_tags_tag ON lead_tags (tag_id);

CREATE TABLE lead_areas (
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  area_id integer NOT NULL REFERENCES areas (id),
  position smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (lead_id, area_id)
);
CREATE INDEX lead_areas_area ON lead_areas (area_id);

-- Every list asks for "deleted_at IS NULL AND NOT is_bogus": the indexes hold nothing else.
CREATE INDEX leads_find ON leads USING gin (
  search_text gin_trgm_ops, tag_ids, area_ids, roles, opportunity_types, status_value, agent_id, site_id)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_last_name_start ON leads (last_name_start, last_active_at DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_email_key ON leads (email_key) WHERE email_key IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_phone ON leads (phone) WHERE phone IS NOT NULL AND deleted_at IS NULL;
-- Few leads have private contact details; the same person is found by either.
CREATE INDEX leads_phone_private ON leads (phone_private) WHERE phone_private IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_email_private ON leads (folded_email(email_private)) WHERE email_private IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX leads_email_behind ON leads (folded_email(email)) WHERE email_private IS NOT NULL AND deleted_at IS NULL;

-- One index for each sort that is offered, each ending in the id; the ids of a page are found in the index alone.
CREATE INDEX leads_active_cov ON leads (last_active_at DESC, id DESC)
  INCLUDE (agent_id, status_value, price_min, price_max, tag_ids, area_ids, roles, site_id, site_ids, source, lead_score,
           subscribed_alert, member_type) WHERE deleted_at IS NULL AND NOT is_bogus;
-- An agent's list is short enough to be filtered, sorted and counted within this one index.
CREATE INDEX leads_agent_active_cov ON leads (agent_id, last_active_at DESC, id DESC)
  INCLUDE (status_value, price_min, price_max, tag_ids, area_ids, roles, site_id, site_ids, source, lead_score, name_key,
           subscribed_alert, member_type, consent_email, open_tasks, opportunity_types, created_at, contacted_key,
           claimed_key) WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_status_active_cov ON leads (status_value, last_active_at DESC, id DESC)
  INCLUDE (agent_id, price_min, price_max, tag_ids, area_ids) WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_name ON leads (name_key, id) INCLUDE (agent_id, status_value) WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_created ON leads (created_at DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_contacted ON leads (contacted_key DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_claimed ON leads (claimed_key DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_score ON leads (lead_score DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_status ON leads (status_value, id) INCLUDE (agent_id) WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_source ON leads (source, last_active_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_with_tasks ON leads (last_active_at DESC, id DESC) INCLUDE (agent_id, status_value)
  WHERE open_tasks > 0 AND deleted_at IS NULL AND NOT is_bogus;
CREATE INDEX leads_price ON leads (price_max, price_min) WHERE deleted_at IS NULL AND NOT is_bogus;
