import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { signal } from '../../src/platform/server/embedded/process.ts'

const BRIDGE = 'keyturn0'
const PREFIX = 'keyturn-'
const NET = '10.213.77'

/** The address of this machine, as the others see it. */
export const HOST_ADDRESS = `${NET}.1`

/** A network namespace with a cable to the bridge, as a machine of its own would have. */
export interface Machine {
  name: string
  namespace: string
  address: string
  /** The end of its cable at the bridge. */
  cable: string
}

const ip = (...parameters: string[]): string =>
  execFileSync('ip', parameters, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()

/** Whether a run is under way, or one could not clean up. */
export const isBridgeThere = (): boolean => existsSync(`/sys/class/net/${BRIDGE}`)

/** Adds the bridge that all machines are on. */
export function addBridge(): void {
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('address', 'add', `${HOST_ADDRESS}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
}

/** Adds a machine; `number` is the last part of its address. */
export function addMachine(name: string, number: number): Machine {
  const machine = { name, namespace: `${PREFIX}${name}`, address: `${NET}.${number}`, cable: `keyturn${number}` }
  const { namespace, address, cable } = machine
  ip('netns', 'add', namespace)
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', cable, 'master', BRIDGE, 'up')
  ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', namespace, 'link', 'set', 'eth0', 'up')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
  return machine
}

/** Pulls the cable of a machine out. */
export const cutOff = ({ cable }: Machine): string => ip('link', 'set', cable, 'down')

/** Puts it back in. */
export const plugIn = ({ cable }: Machine): string => ip('link', 'set', cable, 'up')

const pidsIn = (namespace: string): number[] => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)

/** Kills everything that runs on a machine, at once. */
export function killAllOn({ namespace }: Pick<Machine, 'namespace'>): void {
  for (let round = 0; round < 20; round++) {
    const pids = pidsIn(namespace)
    if (pids.length === 0) return
    for (const pid of pids) signal(pid, 'SIGKILL')
    // Whoever was just being started is met by the next round.
    spawnSync('sleep', ['0.05'])
  }
}

/** Takes all machines with their processes and the bridge away, also those of a run that could not do it itself. */
export function removeNetwork(): void {
  const folder = '/run/netns'
  for (const namespace of existsSync(folder) ? readdirSync(folder) : []) {
    if (!namespace.startsWith(PREFIX)) continue
    killAllOn({ namespace })
    spawnSync('ip', ['netns', 'delete', namespace])
  }
  // The kernel takes the cables of a namespace away later.
  for (const link of readdirSync('/sys/class/net'))
    if (/^keyturn[1-9]\d+$/.test(link)) spawnSync('ip', ['link', 'delete', link])
  if (isBridgeThere()) ip('link', 'delete', BRIDGE)
}
