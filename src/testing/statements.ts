import pg from 'pg'
import { vi } from 'vitest'

/** Statements of the background: the job queue, and the stream of changes. */
const BACKGROUND = /pgboss|live_changes|pg_notify|LISTEN/i

/** Counts what this process asks of its databases; each statement goes on to the database as ever. */
export interface StatementCount {
  /** Statements of requests since the last time this was asked. */
  take(): number
  stop(): void
}

/** Starts to count. */
export function countStatements(): StatementCount {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const textOf = (statement: unknown) =>
    typeof statement === 'string' ? statement : String(Object(statement).text ?? '')
  return {
    take() {
      const texts = asked.mock.calls.map(([statement]) => textOf(statement))
      asked.mockClear()
      return texts.filter(text => !BACKGROUND.test(text)).length
    },
    stop: () => asked.mockRestore(),
  }
}
