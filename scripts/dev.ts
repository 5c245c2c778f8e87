import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The server, started again when a file of it changes, and the screens, which change while one looks. */
const root = join(import.meta.dirname, '..')
const run = (program: string, ...parameters: string[]): ChildProcess =>
  spawn(program, parameters, { cwd: root, stdio: 'inherit' })

const both = [
  run(process.execPath, '--watch-path=src', '--watch-preserve-output', 'src/app/main.ts'),
  run(process.execPath, 'node_modules/vite/bin/vite.js'),
]

const stop = () => {
  for (const child of both) child.kill('SIGTERM')
}
for (const child of both) child.once('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
