-- Names that every row of a list repeats (tags, agents, places, sites) are kept in the memory of each process. Every transaction
-- that changes one leaves a row here; the rows that a statement sees say which names it sees. Rows are only added, each with a
-- number of its own, so that transactions neither wait for each other nor make two states look alike.
CREATE TABLE name_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)
  WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50);

CREATE FUNCTION names_version() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT md5(string_agg(id::text, ',' ORDER BY id)) FROM name_changes);

CREATE FUNCTION note_name_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_changes DEFAULT VALUES;
  -- What others are removing right now is left to them.
  DELETE FROM name_changes WHERE id IN (
    SELECT id FROM name_changes ORDER BY id DESC OFFSET 20 LIMIT 50 FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;

CREATE TRIGGER tags_named AFTER DELETE OR TRUNCATE OR UPDATE OF name, colour, agent_id, deleted_at ON tags
  FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER users_named AFTER TRUNCATE OR UPDATE OF first_name, last_name ON users
  FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER agents_named AFTER DELETE OR TRUNCATE OR UPDATE OF user_id ON agents
  FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER areas_named AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON areas
  FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
CREATE TRIGGER sites_named AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE ON sites
  FOR EACH STATEMENT EXECUTE FUNCTION note_name_change();
INSERT INTO name_changes DEFAULT VALUES;
