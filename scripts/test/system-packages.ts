import { spawnSync } from 'node:child_process'

/** Set for a run that installs nothing, and for the processes that it starts. */
export const NO_INSTALL = 'KEYTURN_NO_INSTALL'

/** Whether packages of the system can be installed without asking anybody: as root, with apt, unless told not to. */
export const canInstall = (): boolean =>
  !process.env[NO_INSTALL] &&
  process.getuid?.() === 0 &&
  spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0

/** Installs a package of the system where that is possible; says whether it did. */
export function install(name: string): boolean {
  if (!canInstall()) return false
  process.stdout.write(`Installing the system's package ${name} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', ['-qq', ...parameters], { stdio: 'ignore', env }).status === 0
  const options = ['install', '--yes', '--no-install-recommends', name]
  return apt(...options) || (apt('update') && apt(...options))
}
