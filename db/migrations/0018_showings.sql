-- Visits of a home with a lead. Where and when stand as the person said them; the instants follow from the zone.
CREATE TABLE showings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  address_formatted text NOT NULL,
  mls_number text,
  -- Cents.
  listed_for bigint,
  listing_description text NOT NULL DEFAULT '',
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  zone text NOT NULL DEFAULT 'America/Toronto',
  lockbox_description text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  photo_base_url text,
  lat double precision,
  lng double precision,
  status text NOT NULL DEFAULT 'requested'
    CHECK (status IN ('requested', 'confirmed', 'declined', 'completed', 'cancelled')),
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX showings_of_lead ON showings (lead_id, starts_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX showings_deleted ON showings (deleted_at) WHERE deleted_at IS NOT NULL;
