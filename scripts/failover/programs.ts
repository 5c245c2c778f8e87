import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../../src/platform/server/embedded/process.ts'
import type { Machine } from './network.ts'

/** What a machine is to run. */
interface Program {
  command: readonly [string, ...string[]]
  env?: NodeJS.ProcessEnv
  /** PostgreSQL does not run as root. */
  asPostgres?: boolean
  cwd?: string
}

/** Mounts are of one machine only here, too: each has its own folder of sockets, as its addresses are its own. */
const AS_POSTGRES = `
  mount -t tmpfs -o mode=777 none /run/postgresql &&
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"`

/** Programs that ended although nobody killed them. */
export const ended: string[] = []

/** Starts a program on a machine; what it says is appended to a file of the machine's name. */
export function startOn(machine: Machine, logs: string, { command, env, asPostgres, cwd = '/' }: Program): void {
  const log = openSync(join(logs, `${machine.name}.log`), 'a')
  const account = asPostgres ? ['sh', '-c', AS_POSTGRES, 'sh'] : []
  // It goes through `exec` all the way, so that no process stands between.
  const child = spawn('ip', ['netns', 'exec', machine.namespace, ...account, ...command], {
    cwd,
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
    stdio: ['ignore', log, log],
  })
  child.on('exit', (code, signal) => {
    if (signal !== 'SIGKILL') ended.push(`${machine.name} ended by itself, with ${signal ?? `code ${code}`}`)
  })
  child.on('error', error => console.error(`${machine.name}: ${error.message}`))
}

/** Waits until something is so. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`After ${seconds} seconds it is still not so: ${what}.`)
    await pause(200)
  }
}

/** Asks an address of a machine for JSON. */
export async function jsonOf(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  return answer.json()
}
