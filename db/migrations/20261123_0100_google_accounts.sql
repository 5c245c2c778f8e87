-- What reaches the Google account that somebody granted access to. The tokens are sealed.
ALTER TABLE identity_credentials
  -- The address of the account, as Google gave it.
  ADD email text,
  ADD access_token text,
  ADD expires_at timestamptz,
  -- Whoever refreshes the access token has it to themselves until then.
  ADD refreshing_until timestamptz,
  -- When Google said that the refresh token itself ends; null for one that lasts. Applications that are being tested get a week.
  ADD ends_at timestamptz,
  -- Why Google no longer takes them; null while it does.
  ADD problem text,
  ADD problem_at timestamptz,
  -- What the person switched off, though it is granted.
  ADD disconnected text[] NOT NULL DEFAULT '{}' CHECK (disconnected <@ ARRAY['mail', 'calendar']),
  ADD connected_at timestamptz NOT NULL DEFAULT now();
