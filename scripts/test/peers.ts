import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
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
  /** The program and Debian's package that brings it; none where it comes with the development dependencies. */
  needs: { program: string; package: string } | null
}

const peers: readonly Peer[] = [
  { role: 'the mailbox behind SMTP', file: 'mailbox.peer.ts', needs: { program: 'dovecot', package: 'dovecot-imapd' } },
  { role: 'the virus scanner', file: 'scanner.peer.ts', needs: { program: 'clamd', package: 'clamav-daemon' } },
  { role: 'a second calendar', file: 'calendar.peer.ts', needs: { program: 'radicale', package: 'radicale' } },
  { role: 'an S3 file store', file: 'files.peer.ts', needs: null },
]

/** Programs of the system are not always on the path of a user. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore', env: { ...process.env, PATH } }).status === 0

const ready: Peer[] = []
const missing: string[] = []
for (const peer of peers) {
  const { needs, role } = peer
  if (needs && !isThere(needs.program) && options.install) install(needs.package)
  if (!needs || isThere(needs.program)) ready.push(peer)
  else missing.push(`${role}: ${needs.program} is missing. Install it with: apt-get install ${needs.package}`)
}
if (options.install && !canInstall()) console.log('Packages can only be installed as root on a system with apt.')
for (const sentence of missing) console.log(sentence)
console.log(
  'PostgreSQL of the system is tried by npm test itself. No telephone system is tried here: calls by SIP are, against what stands in for one, by e2e/sip.spec.ts.',
)

const root = join(import.meta.dirname, '../..')
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'peers/vitest.config.ts'),
    ...ready.map(({ file }) => file),
  ],
  { stdio: 'inherit', cwd: root, env: { ...process.env, PATH } },
)
// A peer that was not there was not tried: that is no success.
process.exitCode = status === 0 && missing.length > 0 ? 2 : (status ?? 1)
