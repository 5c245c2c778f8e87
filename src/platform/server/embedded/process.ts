import { readFileSync } from 'node:fs'

/** Whether a process runs; one that has ended and waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !/^State:\s+[ZX]/m.test(aboutProcess(pid, 'status'))
}

/** Whether a process is a database server; where the system does not tell, it is taken for one. */
export function isPostgres(pid: number): boolean {
  const command = aboutProcess(pid, 'cmdline')
  // Its own name, not a word among what it was told.
  const [program = ''] = command.split('\0')
  return command === '' || /(^|\/)postgres(:|$| )/.test(program)
}

function aboutProcess(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

/** Waits until a process is gone; `false` when it is still there at the deadline. */
export async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

export const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))
