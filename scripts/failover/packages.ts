import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { installedPostgres } from '../test/other-postgres.ts'
import { install } from '../test/system-packages.ts'

/** Debian's packages, and the program by which each is found. */
const needs: readonly { name: string; isThere(): boolean }[] = [
  { name: 'iproute2', isThere: () => isProgram('ip') },
  { name: 'postgresql', isThere: () => installedPostgres() !== null },
  { name: 'etcd-server', isThere: () => isProgram('etcd') },
  // Patroni takes any of several stores, so its package asks for none.
  {
    name: 'python3-etcd',
    isThere: () => spawnSync('/usr/bin/python3', ['-c', 'import etcd'], { stdio: 'ignore' }).status === 0,
  },
  { name: 'patroni', isThere: () => isProgram('patroni') },
  { name: 'haproxy', isThere: () => isProgram('haproxy') },
]

const PATH = `${process.env.PATH}:/usr/sbin:/sbin`

const isProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore', env: { ...process.env, PATH } }).status === 0

/** The packages that are missing. */
export const missingPackages = (): string[] => needs.filter(({ isThere }) => !isThere()).map(({ name }) => name)

/** Installs what is missing. None of the packages starts anything: their services stay off. */
export function installMissing(): void {
  const policy = '/usr/sbin/policy-rc.d'
  const wasThere = existsSync(policy)
  const clusters = '/etc/postgresql-common/createcluster.d'
  mkdirSync(clusters, { recursive: true })
  writeFileSync(`${clusters}/keyturn.conf`, 'create_main_cluster = false\n')
  // Debian asks this file before it starts a service; 101 forbids it.
  if (!wasThere) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    for (const name of missingPackages()) {
      install(name)
      for (const service of [name, 'etcd', 'postgresql'])
        spawnSync('systemctl', ['disable', service], { stdio: 'ignore' })
    }
  } finally {
    if (!wasThere) rmSync(policy)
  }
}
