#!/usr/bin/env node
// Runs on any Node from 20 on with nothing installed: installs what is missing, builds what is out of date, and hands
// over to the Node that the project pins.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { replaceBuild } from './replaceBuild.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const builtFrom = join(root, 'dist', 'built-from')
const oldestNode = [22, 18]

/** What each command runs, and whether it needs the screens built first. */
const commands = {
  start: { file: 'src/app/main.ts', needsBuild: true, isServer: true },
  test: { file: 'scripts/test.ts' },
  dev: { file: 'scripts/dev.ts' },
  build: { needsBuild: true },
  bench: { file: 'bench/bench.ts', needsBuild: true },
  shots: { file: 'scripts/shots.ts', needsBuild: true },
  calls: { file: 'scripts/calls.ts' },
  'demo:fill': { file: 'src/app/demo/fill.ts' },
  crash: { file: 'scripts/test/crash.ts' },
  'test:failover': { file: 'scripts/failover/failover.ts' },
  'test:peers': { file: 'scripts/test/peers.ts', needsBuild: true },
  doctor: { file: 'src/app/doctor/main.ts' },
  backup: { file: 'scripts/backup.ts' },
  restore: { file: 'scripts/restore.ts' },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) stop(`Keyturn knows no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)

const environment = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  npm_config_update_notifier: 'false',
  // glibc would keep a pool of freed memory for each thread.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // Code that was made ready once: the next start is quicker, and holds a third less memory.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
}

await install()
const node = pinnedNode()
if (command.needsBuild) await build()
if (command.file) {
  const flags = command.isServer ? serverFlags() : []
  const parameters = [...flags, join(root, command.file), ...rest]
  // Becomes that program where Node can (22.15, 24): nobody waits beside it, and signals and exit codes are its own.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...parameters], environment)
  process.exit(await run(node, parameters, { cwd: process.cwd() }))
}

async function install() {
  if (isInstalled()) return
  say('Installing what Keyturn is made of (once) …')
  // Not `npm ci`: it refuses a lock file that was written where packages of other platforms could not be had.
  const options = ['--no-save', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error']
  const code = await run('npm', ['install', ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) stop('The installation failed, see above. Check the network connection and the disk, then try again.')
}

/** Compares what is installed with what the lock file wants; packages for other platforms may be absent. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const found = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!found) return false
  return Object.entries(wanted ?? {}).every(([path, { version, link, optional }]) => {
    if (path === '' || link || !path.includes('node_modules/')) return true
    return found[path] ? found[path].version === version : optional || wanted[path].peer
  })
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return null
  }
}

/** The Node from node_modules, or this one where there is none for the platform and this one is new enough. */
function pinnedNode() {
  const pinned = join(bin, 'node')
  if (existsSync(pinned)) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return process.execPath
  stop(
    `Keyturn brings its own Node for Linux on x64 only. Here it needs Node ${oldestNode.join('.')} or later (24 is best), ` +
      `and this is ${process.versions.node}. Install a newer one from nodejs.org, then try again.`,
  )
}

/** Keeps the server's heap small; what NODE_OPTIONS says of the same thing goes first. */
function serverFlags() {
  const flags = JSON.parse(readFileSync(join(root, 'bin', 'server-flags.json'), 'utf8'))
  return flags.filter(flag => !process.env.NODE_OPTIONS?.includes(flag.split('=')[0]))
}

async function build() {
  const sources = fingerprint()
  const isCurrent = existsSync(join(root, 'dist/web/index.html')) && readText(builtFrom) === sources
  if (isCurrent && name !== 'build') return
  say('Building the screens …')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const quiet = name === 'build' ? [] : ['--logLevel', 'error']
  // A server that runs from this folder goes on with the last build until this one is whole.
  const folder = join('dist', `building-${process.pid}`)
  const env = { ...environment, NODE_ENV: 'production', KEYTURN_BUILD_DIR: folder }
  const code = await run(node, [vite, 'build', ...quiet], { env })
  if (code !== 0) {
    rmSync(join(root, folder), { recursive: true, force: true })
    stop('The screens could not be built, see above.')
  }
  replaceBuild(join(root, 'dist', 'web'), join(root, folder))
  writeFileSync(builtFrom, sources)
}

/** Changes whenever the screens would come out differently. */
function fingerprint() {
  const hash = createHash('sha256')
  const single = ['index.html', 'vite.config.ts', 'package-lock.json'].map(file => join(root, file))
  for (const file of [...single, ...filesBelow(join(root, 'public')), ...filesBelow(join(root, 'src'))]) {
    if (existsSync(file)) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .filter(file => !file.includes('/server/') && !/\.test\.tsx?$/.test(file))
    .sort()
}

/** Runs a program to its end; signals go through to it, and its exit code comes back. */
function run(program, parameters, options = {}) {
  return new Promise(resolve => {
    const child = spawn(program, parameters, { cwd: root, env: environment, stdio: 'inherit', ...options })
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const forward = signal => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const finish = code => {
      for (const signal of signals) process.off(signal, forward)
      resolve(code)
    }
    child.once('error', error => {
      say(error.message)
      finish(127)
    })
    child.once('exit', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function stop(sentence) {
  say(sentence)
  process.exit(1)
}
