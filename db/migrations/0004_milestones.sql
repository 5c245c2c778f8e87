-- The timeline. It grows fastest; keyed so that it can be partitioned by month without changing a query.
CREATE TABLE milestones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  milestone_type_id smallint NOT NULL,
  milestone_option_id smallint,
  description text NOT NULL DEFAULT '',
  value text,
  link text,
  call jsonb,
  message jsonb,
  session jsonb,
  model_id bigint,
  model_type text,
  detail jsonb,
  happened_at timestamptz NOT NULL DEFAULT now(),
  author_user_id integer REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX milestones_of_lead ON milestones (lead_id, happened_at DESC, id DESC);
