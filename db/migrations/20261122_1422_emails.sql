-- What people write to leads: once for however many it goes to, with its placeholders.
CREATE TABLE email_messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id),
  on_behalf_of integer REFERENCES users (id),
  agent_id integer REFERENCES agents (id),
  type text NOT NULL CHECK (type IN ('email', 'marketing')),
  subject text NOT NULL,
  content text NOT NULL,
  -- What the content was rendered to; placeholders stay.
  mail_html text NOT NULL,
  mail_text text NOT NULL,
  template_id integer REFERENCES templates (id),
  task_id integer REFERENCES tasks (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);

-- Each lead that one was for. What became of it is on its sending.
CREATE TABLE emails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id integer NOT NULL REFERENCES email_messages (id),
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  sending_id integer NOT NULL UNIQUE REFERENCES sendings (id) ON DELETE CASCADE,
  -- What stood for the placeholders when it went out.
  filled jsonb,
  created_at timestamptz NOT NULL
);
CREATE INDEX emails_lead ON emails (lead_id, id DESC);
CREATE INDEX emails_message ON emails (message_id, id);
CREATE INDEX sendings_account ON sendings (user_id, due_at) WHERE user_id IS NOT NULL;
