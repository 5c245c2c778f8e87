-- Leads that agents took out of the pool themselves, so that they find them again; who a lead belongs to stands on the lead.
CREATE TABLE lead_claims (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  agent_id integer NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  claimed_at timestamptz NOT NULL,
  by text NOT NULL CHECK (by IN ('pool', 'happy hour'))
);
CREATE INDEX lead_claims_agent ON lead_claims (agent_id, claimed_at DESC, id DESC);
CREATE INDEX lead_claims_lead ON lead_claims (lead_id);

-- Agents who want to hear of every lead that lands in the pool.
CREATE TABLE claim_notices (
  agent_id integer PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE,
  since timestamptz NOT NULL
);
