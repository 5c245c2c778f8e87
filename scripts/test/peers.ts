import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedChromium } from './browser.ts'
import { canInstall, install } from './system-packages.ts'

const { values: options } = parseArgs({
  options: {
    /** Installs what is missing, as root on a system with apt; nothing is installed without being told to. */
    install: { type: 'boolean', default: false },
  },
})

interface Peer {
  /** What it is tried as. */
  role: string
  file: string
  /** The programs and Debian's packages that bring them; none where it comes with the development dependencies. */
  needs: readonly Need[]
}

interface Need {
  program: string
  packages: readonly [string, ...string[]]
}

/** The browser's tests are run by Playwright, the others by Vitest. */
const isForBrowser = ({ file }: Peer): boolean => file.endsWith('.browser.ts')

const peers: readonly Peer[] = [
  {
    role: 'the mailbox behind SMTP',
    file: 'mailbox.peer.ts',
    needs: [{ program: 'dovecot', packages: ['dovecot-imapd'] }],
  },
  { role: 'the virus scanner', file: 'scanner.peer.ts', needs: [{ program: 'clamd', packages: ['clamav-daemon'] }] },
  { role: 'a second calendar', file: 'calendar.peer.ts', needs: [{ program: 'radicale', packages: ['radicale'] }] },
  { role: 'an S3 file store', file: 'files.peer.ts', needs: [] },
  {
    role: 'a telephone system of the brokerage',
    file: 'telephone.peer.browser.ts',
    needs: [
      { program: 'kamailio', packages: ['kamailio', 'kamailio-websocket-modules', 'kamailio-autheph-modules'] },
      { program: 'turnserver', packages: ['coturn'] },
      { program: 'chromium', packages: ['chromium'] },
    ],
  },
]

/** Programs of the system are not always on the path of a user. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore', env: { ...process.env, PATH } }).status === 0

const has = ({ program }: Need): boolean => (program === 'chromium' ? installedChromium() !== null : isThere(program))

const ready: Peer[] = []
const missing: string[] = []
for (const peer of peers) {
  if (options.install) for (const need of peer.needs) if (!has(need)) for (const name of need.packages) install(name)
  const absent = peer.needs.filter(need => !has(need))
  if (absent.length === 0) ready.push(peer)
  for (const { program, packages } of absent)
    missing.push(`${peer.role}: ${program} is missing. Install it with: apt-get install ${packages.join(' ')}`)
}
if (options.install && !canInstall()) console.log('Packages can only be installed as root on a system with apt.')
for (const sentence of missing) console.log(sentence)
console.log('PostgreSQL of the system is tried by npm test itself.')

const root = join(import.meta.dirname, '../..')
/** Runs a program of node_modules with Node; answers its code. */
const run = (program: string, ...parameters: string[]): number =>
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...parameters], {
    stdio: 'inherit',
    cwd: root,
    env: { ...process.env, PATH },
  }).status ?? 1
const settings = (name: string) => ['--config', join(root, 'peers', name)]
const filesOf = (some: readonly Peer[]) => some.map(({ file }) => file)

const codes = [
  run(
    'vitest/vitest.mjs',
    'run',
    ...settings('vitest.config.ts'),
    ...filesOf(ready.filter(each => !isForBrowser(each))),
  ),
]
const inBrowser = filesOf(ready.filter(isForBrowser))
if (inBrowser.length > 0)
  codes.push(run('@playwright/test/cli.js', 'test', ...settings('playwright.config.ts'), ...inBrowser))
// A peer that was not there was not tried: that is no success.
process.exitCode = Math.max(...codes) || (missing.length > 0 ? 2 : 0)
