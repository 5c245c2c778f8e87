CREATE TABLE sites (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  domain text NOT NULL
);

CREATE TABLE areas (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('locality', 'sublocality', 'neighbourhood')),
  name text NOT NULL,
  parent_id integer REFERENCES areas (id),
  UNIQUE NULLS NOT DISTINCT (type, name, parent_id)
);
CREATE INDEX areas_parent ON areas (parent_id);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL DEFAULT '',
  phone text,
  is_active boolean NOT NULL DEFAULT true,
  zone text NOT NULL DEFAULT 'America/Toronto',
  password_hash text,
  identity_subject text UNIQUE,
  google_scopes text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE agents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL UNIQUE REFERENCES users (id),
  lead_types text[] NOT NULL DEFAULT '{}',
  area_ids integer[] NOT NULL DEFAULT '{}',
  site_ids integer[] NOT NULL DEFAULT '{}'
);

CREATE TABLE roles (name text PRIMARY KEY);
INSERT INTO roles VALUES ('agent'), ('admin'), ('deals_admin'), ('front_desk'), ('super_admin');

CREATE TABLE user_roles (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL REFERENCES roles (name),
  PRIMARY KEY (user_id, role)
);

CREATE TABLE role_permissions (
  role text NOT NULL REFERENCES roles (name),
  permission text NOT NULL,
  PRIMARY KEY (role, permission)
);

CREATE TABLE user_permissions (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  permission text NOT NULL,
  granted boolean NOT NULL,
  PRIMARY KEY (user_id, permission)
);

CREATE TABLE teams (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  lead_agent_id integer REFERENCES agents (id),
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE team_members (
  team_id integer NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  agent_id integer NOT NULL UNIQUE REFERENCES agents (id),
  PRIMARY KEY (team_id, agent_id)
);

-- A feature is on or off for all, a role, a team or a user; the narrowest that says anything wins.
CREATE TABLE feature_flags (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feature text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('all', 'role', 'team', 'user')),
  role text REFERENCES roles (name),
  team_id integer REFERENCES teams (id) ON DELETE CASCADE,
  user_id integer REFERENCES users (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  UNIQUE NULLS NOT DISTINCT (feature, scope, role, team_id, user_id)
);

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  possessed_user_id integer REFERENCES users (id) ON DELETE CASCADE,
  platform text NOT NULL DEFAULT 'web',
  is_native_app boolean NOT NULL DEFAULT false,
  address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE revoked_at IS NULL;

CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer REFERENCES users (id)
);
