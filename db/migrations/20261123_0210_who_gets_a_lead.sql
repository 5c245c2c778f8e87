-- The language that a lead speaks, by its English name; empty where nobody knows.
ALTER TABLE leads ADD COLUMN language text NOT NULL DEFAULT '';

-- Languages that an agent speaks; empty for somebody who has not said. Who stands in while they are away.
ALTER TABLE agent_availability ADD COLUMN languages text[] NOT NULL DEFAULT '{}';
ALTER TABLE agent_availability ADD COLUMN substitute_id integer REFERENCES agents (id) ON DELETE SET NULL;
ALTER TABLE agent_availability ADD CONSTRAINT agent_availability_substitute CHECK (substitute_id <> agent_id);

-- The listing that a new lead came for, by the number of the listing service: its own agent may be asked first.
ALTER TABLE lead_distributions ADD COLUMN asked_about text;

-- Agents who are never offered a lead, and cannot claim it.
CREATE TABLE lead_agent_blocks (
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  created_by integer REFERENCES users (id),
  PRIMARY KEY (lead_id, agent_id)
);
CREATE INDEX lead_agent_blocks_of_agent ON lead_agent_blocks (agent_id);
