-- The leads that somebody wants to find again at once. A merge moves the row with the other rows of the lead.
CREATE TABLE lead_pins (
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  pinned_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, lead_id)
);
CREATE INDEX lead_pins_lead ON lead_pins (lead_id);
