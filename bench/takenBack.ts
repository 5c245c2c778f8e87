import { pino } from 'pino'
import { readProductConfig } from '../src/app/config.ts'
import type { Change } from '../src/platform/server/context.ts'
import { type DbTransaction, openDatabase } from '../src/platform/server/database/database.ts'
import { benchEnvironment } from './server.ts'

/** Stands for "take everything back". */
class Enough extends Error {}

/** Measures something in a transaction that is taken back, so that the database stays as it was; answers what was measured. */
export async function measuredAndTakenBack<Measured>(
  databaseUrl: string,
  measure: (transaction: DbTransaction) => Promise<Measured>,
): Promise<Measured> {
  const { db, close } = openDatabase(databaseUrl, { connections: 1 })
  const measured: Measured[] = []
  try {
    await db.transaction().execute(async transaction => {
      measured.push(await measure(transaction))
      throw new Enough()
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    await close()
  }
  const [result] = measured
  if (result === undefined) throw new Error('Nothing was measured.')
  return result
}

/** What commands need to change things in such a transaction: nobody hears of it, and no job is put in. */
export const changeAt = (db: DbTransaction, now = new Date()): Change => ({
  db,
  now,
  config: readProductConfig(benchEnvironment('')),
  log: pino({ level: 'silent' }),
  author: null,
  changed() {},
  audit() {},
  async enqueue() {},
})
