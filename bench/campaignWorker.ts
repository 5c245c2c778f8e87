import { runDueSteps } from '../src/features/campaigns/server/commands/run.ts'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { changeAt } from './takenBack.ts'

/** As the job claims them. */
const BATCH = 200

/** A worker in a process of its own: runs what is due until nothing is, each batch in a transaction, and says how many that were. */
const { db, close } = openDatabase(process.argv[2] ?? '', { connections: 1 })
let ran = 0
for (let count = 1; count > 0; ran += count)
  count = await db.transaction().execute(transaction => runDueSteps(changeAt(transaction), BATCH))
process.stdout.write(String(ran))
await close()
