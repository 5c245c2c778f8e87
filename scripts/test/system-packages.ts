import { spawnSync } from 'node:child_process'

/** Installs a package of the system where that is possible without asking anybody: as root, with apt. */
export function install(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false
  process.stdout.write(`Installing the system's package ${name} …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', ['-qq', ...parameters], { stdio: 'ignore', env }).status === 0
  const options = ['install', '--yes', '--no-install-recommends', name]
  return apt(...options) || (apt('update') && apt(...options))
}
