-- Accounts of the loop service that people connected, each with the tokens that reach it. The tokens are sealed.
CREATE TABLE dotloop_accounts (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Numbers of the service's own, which are larger than ours may become.
  profile_id bigint NOT NULL,
  profile_name text NOT NULL,
  access_token text NOT NULL,
  refresh_token text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Whoever refreshes the tokens has them to themselves until then: a refresh token is good for one refresh.
  refreshing_until timestamptz,
  -- Why the service no longer takes them; null while it does.
  problem text,
  connected_at timestamptz NOT NULL
);
