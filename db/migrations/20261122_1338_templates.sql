-- Texts and e-mails that are written once and sent often. Without an owner it is a default one, for the whole brokerage.
CREATE TABLE templates (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer REFERENCES users (id) ON DELETE CASCADE,
  platform text NOT NULL CHECK (platform IN ('text', 'email')),
  name text NOT NULL,
  subject text NOT NULL DEFAULT '',
  -- Of e-mails: HTML, as the editor has it.
  content text NOT NULL,
  -- The e-mail that the content was compiled to when it was saved; empty for texts.
  mail_html text,
  mail_text text,
  is_marketing boolean NOT NULL DEFAULT false,
  is_preconstruction boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer REFERENCES users (id) ON DELETE SET NULL,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK (NOT is_marketing OR (platform = 'email' AND user_id IS NULL)),
  CHECK (NOT is_preconstruction OR is_marketing),
  CHECK ((platform = 'email') = (mail_html IS NOT NULL AND mail_text IS NOT NULL))
);
CREATE INDEX templates_owner ON templates (coalesce(user_id, 0)) WHERE deleted_at IS NULL;

-- How often a template was sent, by day and sender.
CREATE TABLE template_uses (
  template_id integer NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  used_on date NOT NULL,
  uses integer NOT NULL,
  PRIMARY KEY (template_id, user_id, used_on)
);
