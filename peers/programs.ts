import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program of somebody else that runs for a test, with a folder of its own. */
export interface Program {
  folder: string
  /** Ends it and removes its folder. */
  stop(): Promise<void>
}

/** Makes a folder for a program; everybody may look into it, as programs give up their rights. */
export const newFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `keyturn-peer-${name}-`))

/** Starts a program and waits until it answers on its port; fails with what it said when it ends before. */
export async function startProgram(
  command: readonly [string, ...string[]],
  { folder, port }: { folder: string; port: number },
): Promise<Program> {
  const [program, ...parameters] = command
  const process = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [process.stdout, process.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const stop = async () => {
    await end(process)
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 600; tries++) {
    if (process.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    if (await answers(port)) return { folder, stop }
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${program} did not answer on its port: ${said}`)
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const gone = new Promise(resolve => process.once('exit', resolve))
  process.kill('SIGTERM')
  await gone
}
