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

INSERT INTO role_permissions (role, permission)
SELECT 'super_admin', unnest(ARRAY[
  'access_automations', 'access_listings', 'can_view_team', 'deals_access', 'export_leads', 'import_leads',
  'manage_happy_hour_permissions', 'manage_integrations', 'manage_maintenance', 'manage_permissions', 'manage_users',
  'possess_users', 'view_all_leads', 'view_audit_log', 'view_happy_hour_reports', 'view_leads',
  'view_profiles_for_leads']);
INSERT INTO role_permissions (role, permission)
SELECT 'admin', permission FROM role_permissions
WHERE role = 'super_admin' AND permission NOT IN ('manage_integrations', 'manage_permissions');
INSERT INTO role_permissions (role, permission) VALUES
  ('agent', 'view_leads'), ('agent', 'deals_access'),
  ('deals_admin', 'view_leads'), ('deals_admin', 'deals_access'), ('deals_admin', 'access_listings'),
  ('front_desk', 'deals_access'), ('front_desk', 'access_listings');

INSERT INTO feature_flags (feature, scope, enabled) VALUES
  ('my-leads', 'all', true), ('claim_leads', 'all', true), ('access_listings', 'all', true);

-- Features that are on for a user: the narrowest switch decides; of several roles, one that says yes.
CREATE FUNCTION features_of_user(wanted integer) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(feature ORDER BY feature COLLATE "C"), '{}') FROM (
    SELECT DISTINCT ON (feature) feature, enabled
    FROM feature_flags
    WHERE scope = 'all'
      OR scope = 'user' AND user_id = wanted
      OR scope = 'role' AND role IN (SELECT role FROM user_roles WHERE user_id = wanted)
      OR scope = 'team' AND team_id IN (
        SELECT team_id FROM team_members JOIN agents ON agents.id = agent_id WHERE agents.user_id = wanted
        UNION SELECT teams.id FROM teams JOIN agents ON agents.id = lead_agent_id WHERE agents.user_id = wanted)
    ORDER BY feature, array_position(ARRAY['user', 'team', 'role', 'all'], scope), enabled DESC
  ) switches WHERE enabled
$$;

-- Permissions that a user holds: by role, by grant, by leading a team, by feature; a denial takes each of them away.
CREATE FUNCTION permissions_of_user(wanted integer) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(permission ORDER BY permission COLLATE "C"), '{}') FROM (
    SELECT permission FROM role_permissions JOIN user_roles USING (role) WHERE user_id = wanted
    UNION
    SELECT permission FROM user_permissions WHERE user_id = wanted AND granted
    UNION
    SELECT 'can_view_team' FROM teams JOIN agents ON agents.id = lead_agent_id WHERE agents.user_id = wanted
    UNION
    SELECT by_feature.permission
    FROM (VALUES ('access_listings', 'access_listings'), ('claim_leads', 'access_automations')) by_feature (feature, permission)
    WHERE by_feature.feature = ANY (features_of_user(wanted))
      AND EXISTS (SELECT FROM user_roles WHERE user_id = wanted AND role = 'agent')
    EXCEPT
    SELECT permission FROM user_permissions WHERE user_id = wanted AND NOT granted
  ) held
$$;

-- Agents whose leads a user reaches: their own record and, for who leads a team, its members.
CREATE FUNCTION reach_of_user(wanted integer) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(agent_id ORDER BY agent_id), '{}') FROM (
    SELECT id AS agent_id FROM agents WHERE user_id = wanted
    UNION
    SELECT team_members.agent_id
    FROM teams JOIN agents ON agents.id = lead_agent_id JOIN team_members ON team_members.team_id = teams.id
    WHERE agents.user_id = wanted
  ) reached
$$;

-- What the identity provider said about somebody, for the seconds until the page comes to fetch it. Hashed, used once.
CREATE TABLE sign_in_tickets (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('signin', 'scopes')),
  subject text NOT NULL,
  email text NOT NULL,
  scopes text[] NOT NULL,
  refresh_token text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_expires_at ON sign_in_tickets (expires_at);

-- Tokens of the identity provider, sealed; the text says under which key.
CREATE TABLE identity_credentials (
  user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  refresh_token text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Wrong passwords in a row, by account and by address.
CREATE TABLE sign_in_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL DEFAULT 0,
  last_failed_at timestamptz,
  locked_until timestamptz
);
