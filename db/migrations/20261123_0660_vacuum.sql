-- Rows that change all day: what they were before is taken out once it is a hundredth of the table, as it is of leads and tasks.
ALTER TABLE milestones SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE calendar_events SET (autovacuum_vacuum_scale_factor = 0.01);
ALTER TABLE calendar_outbox SET (autovacuum_vacuum_scale_factor = 0.01);
