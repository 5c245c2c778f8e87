import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const launcher = join(import.meta.dirname, '../bin/keyturn.mjs')

/** Says which processes of Node ran: each prints its id before anything else. */
async function launch(command: string, env: NodeJS.ProcessEnv = {}) {
  const printsPid = `--import=data:text/javascript,process.stderr.write('pid%20'+process.pid+'%5Cn')`
  const child = spawn(process.execPath, [launcher, command], {
    env: { ...process.env, NODE_OPTIONS: printsPid, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const pids = [...complaints.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid))
  return { pid: child.pid, pids, said, complaints, code }
}

const patience = { timeout: 90_000 }

it('the launcher becomes what it launches, so that nobody waits beside it', patience, async () => {
  const { pid, pids, said, code } = await launch('calls')
  expect(pids).toEqual([pid, pid])
  expect(said).toContain('leads/:list')
  expect(code).toBe(0)
})

it('the launcher ends with the exit code of what it launched', patience, async () => {
  const { code } = await launch('demo:fill', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
})
