-- A saved view whose leads a campaign takes in as they come to match it: under whose rights, what the view asked when it was switched
-- on, and how far the changes of leads have been looked at.
CREATE TABLE campaign_views (
  campaign_id integer PRIMARY KEY REFERENCES campaigns (id) ON DELETE CASCADE,
  view_id integer NOT NULL REFERENCES saved_views (id) ON DELETE CASCADE,
  -- Whose rights decide whom the view holds: whoever switched it on.
  user_id integer NOT NULL REFERENCES users (id),
  -- The list and the filters that were looked at then: of a view that asks something else, nobody is taken in until somebody looked again.
  question jsonb NOT NULL,
  since timestamptz NOT NULL,
  -- Why nobody is taken in any more; null while it looks.
  problem text,
  -- Everything that was committed up to here was looked at.
  snapshot text NOT NULL,
  looked_at timestamptz NOT NULL,
  -- Of a walk over all leads: behind which it goes on; null when none is under way.
  walk_after integer DEFAULT 0,
  -- Changes were too many to be looked at one by one.
  wants_walk boolean NOT NULL DEFAULT false,
  walked_at timestamptz
);
CREATE INDEX campaign_views_view ON campaign_views (view_id);

-- Leads that match the view and are not taken in: with a reason those whom something stands against, without one those who matched
-- before it was switched on. Whoever no longer matches leaves it, and may come to match later.
CREATE TABLE campaign_view_leads (
  campaign_id integer NOT NULL REFERENCES campaign_views (campaign_id) ON DELETE CASCADE,
  lead_id integer NOT NULL REFERENCES leads (id) ON DELETE CASCADE,
  reason text,
  at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, lead_id)
);
CREATE INDEX campaign_view_leads_lead ON campaign_view_leads (lead_id);
