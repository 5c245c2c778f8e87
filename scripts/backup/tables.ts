import type pg from 'pg'

/** A table whose rows are saved, both names quoted as SQL wants them. */
export interface CopiedTable {
  name: string
  columns: string
}

/** Tables of the product and of its job queue. What the migrations and the queue keep about themselves is made by them. */
const copied = `
  n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND (n.nspname, c.relname) NOT IN (('public', 'migrations'), ('pgboss', 'version'))`

/** Every table, with the columns that are not computed. */
export async function copiedTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
            string_agg(format('%I', a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE ${copied} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY 1 ORDER BY 1`,
  )
  return rows
}

/** Statements that put every sequence where it stands now. */
export async function sequencePositions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
     WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
  )
  const statements: string[] = []
  for (const { name } of rows) {
    const position = await client.query(`SELECT last_value, is_called FROM ${name}`)
    const { last_value, is_called } = position.rows[0]
    statements.push(`SELECT setval('${name.replaceAll("'", "''")}', ${last_value}, ${is_called});`)
  }
  return statements
}

/**
 * Takes away what would refuse rows in any order (references and triggers) and what the migrations put in, within the
 * transaction of the client; the answer brings it all back and checks every reference.
 */
export async function prepareForCopy(client: pg.Client, tables: readonly CopiedTable[]): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS add
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND ${copied}`,
  )
  for (const { drop } of references) await client.query(drop)
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  return async () => {
    for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    for (const { add } of references) await client.query(add)
  }
}
