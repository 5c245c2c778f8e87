-- The agents whom a decision looked at, from what the ledger holds of it. An agent reads only of decisions that looked at them.
CREATE FUNCTION decision_agents(content text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg((agent ->> 'id')::integer), '{}')
  FROM jsonb_array_elements(content::jsonb #> '{input,agents}') AS agent
$$;
CREATE INDEX distribution_ledger_decision_agents ON distribution_ledger USING gin (decision_agents(content))
  WHERE kind = 'decided';
