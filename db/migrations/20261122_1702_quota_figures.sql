-- What conditions of quota rules look back on: how soon offers were answered, and deals that closed.
CREATE INDEX lead_transfers_offers ON lead_transfers (created_at) INCLUDE (to_agent_id, lead_id) WHERE kind = 'offer';
CREATE INDEX milestones_deals_closed ON milestones (happened_at) INCLUDE (lead_id)
  WHERE milestone_type_id = 24 AND deleted_at IS NULL;
