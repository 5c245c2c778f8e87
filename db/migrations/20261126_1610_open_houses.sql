-- Hours in which a home of the brokerage is open to whoever comes. Visitors sign in on a tablet, by a link that only its holder knows.
CREATE TABLE open_houses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  listing_id integer NOT NULL REFERENCES brokerage_listings (id) ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Who is there, and gets whoever is not known yet.
  host_agent_id integer REFERENCES agents (id),
  cancelled_at timestamptz,
  -- The end of the link: what it is found by, and closed so that only this installation can show it again.
  token_hash bytea NOT NULL UNIQUE,
  sealed_token text NOT NULL,
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (ends_at > starts_at)
);
CREATE INDEX open_houses_listing ON open_houses (listing_id, starts_at DESC, id DESC);
CREATE INDEX open_houses_host ON open_houses (host_agent_id) WHERE host_agent_id IS NOT NULL;

CREATE TABLE open_house_visitors (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  open_house_id integer NOT NULL REFERENCES open_houses (id) ON DELETE CASCADE,
  -- Made by the tablet: what it sends again, because an answer was lost, counts once.
  sign_in_id uuid NOT NULL UNIQUE,
  -- Written in the transaction that stores the visitor.
  lead_id integer REFERENCES leads (id) ON DELETE CASCADE,
  name text NOT NULL,
  has_agent boolean,
  signed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX open_house_visitors_house ON open_house_visitors (open_house_id, signed_at DESC, id DESC);
CREATE INDEX open_house_visitors_lead ON open_house_visitors (lead_id);
