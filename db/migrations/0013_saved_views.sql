-- A question to the leads that somebody wants to ask again.
CREATE TABLE saved_views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id),
  name text NOT NULL,
  list text NOT NULL,
  filters jsonb NOT NULL DEFAULT '{}',
  sort text NOT NULL,
  -- Empty: the columns that the screen shows anyway.
  columns text[],
  sharing text NOT NULL DEFAULT 'private' CHECK (sharing IN ('private', 'team', 'all')),
  team_id integer REFERENCES teams (id) ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((sharing = 'team') = (team_id IS NOT NULL))
);
CREATE INDEX saved_views_user ON saved_views (user_id) WHERE deleted_at IS NULL;
CREATE INDEX saved_views_shared ON saved_views (sharing, team_id) WHERE deleted_at IS NULL AND sharing <> 'private';

-- In which order somebody has their views, shared ones among them; those not named come last.
CREATE TABLE saved_view_orders (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  view_ids integer[] NOT NULL
);
