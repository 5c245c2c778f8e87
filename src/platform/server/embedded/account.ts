import { execFile, spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** The system user that the database server runs as; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

const run = promisify(execFile)
const preferred = ['postgres', 'keyturn']

/** The account to run the server as: `null` means as ourselves. An existing database keeps its owner. */
export async function serverAccount(existingCluster: string | null): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = existingCluster === null ? null : await stat(existingCluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await existingAccount()) ?? (await newAccount())
}

async function existingAccount(): Promise<Account | null> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map(line => line.split(':'))
  for (const name of preferred) {
    const line = lines.find(fields => fields[0] === name)
    if (line && Number(line[2]) > 0) return { uid: Number(line[2]), gid: Number(line[3]) }
  }
  return null
}

async function newAccount(): Promise<Account> {
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'keyturn',
  ]).catch(() => null)
  const account = await existingAccount()
  if (account) return account
  throw new StartError(
    'Keyturn was started as root, and the embedded database must run as another user, which could not be made. ' +
      'Create a system user named "keyturn", start Keyturn as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** Whether the account can get into a folder; a folder below someone's private home cannot be reached. */
export function reaches(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
