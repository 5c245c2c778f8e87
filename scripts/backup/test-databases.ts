import pg from 'pg'
import { inject } from 'vitest'
import { urlOfDatabase } from '../../src/testing/template.ts'

/** Databases of one test file, dropped at its end. */
export interface TestDatabases {
  empty(): Promise<string>
  drop(): Promise<void>
}

/** Runs a statement on a connection of its own. */
export async function ask(url: string, sql: string, values?: unknown[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Makes empty databases on the server of the tests. */
export function testDatabases(prefix: string): TestDatabases {
  const server = inject('databaseUrl')
  const names: string[] = []
  return {
    async empty() {
      const name = `${prefix}_${process.pid}_${Date.now()}_${names.length}`
      names.push(name)
      await ask(server, `CREATE DATABASE ${name}`)
      return urlOfDatabase(server, name)
    },
    async drop() {
      for (const name of names.splice(0)) await ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
