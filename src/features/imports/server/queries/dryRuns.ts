import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { DryRun, ImportOptions, Mapping } from '../../contract.ts'

/** Begins a dry run of a locked import, in the place of an earlier one. */
export async function beginDryRun(
  ctx: Change,
  id: number,
  { mapping, options }: { mapping: Mapping; options: ImportOptions },
): Promise<void> {
  const begun: DryRun = {
    status: 'running',
    mapping,
    options,
    rows_done: 0,
    created: 0,
    merged: 0,
    skipped: 0,
    failed: 0,
    warned: 0,
    strangers: 0,
    agents: [],
    areas: [],
    rows: [],
  }
  await forgetDryKeys(ctx, id)
  await writeDryRun(ctx, id, begun)
}

/** Keeps how far a dry run is and what it found. */
export async function writeDryRun(ctx: Change, id: number, run: DryRun): Promise<void> {
  await ctx.db
    .updateTable('imports')
    .set({ dry_run: JSON.stringify(run) })
    .where('id', '=', id)
    .execute()
}

/** Addresses and numbers that earlier rows of the file had, with the line of the first. */
export async function dryKeysMet(ctx: QueryContext, id: number, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('import_dry_keys')
    .select(['key', 'line'])
    .where('import_id', '=', id)
    .where('key', 'in', [...new Set(keys)])
    .execute()
  return new Map(rows.map(row => [row.key, row.line]))
}

/** Keeps the addresses and numbers of rows for those that follow. */
export async function keepDryKeys(ctx: Change, id: number, keys: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    INSERT INTO import_dry_keys (import_id, key, line)
    SELECT ${id}, k.key, k.line FROM unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::int[]) AS k (key, line)
    ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/** Takes away what only the run needed. */
export async function forgetDryKeys(ctx: Change, id: number): Promise<void> {
  await ctx.db.deleteFrom('import_dry_keys').where('import_id', '=', id).execute()
}
