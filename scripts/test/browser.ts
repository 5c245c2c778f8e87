import { existsSync } from 'node:fs'
import { install } from './system-packages.ts'

/**
 * The headless shell draws for nobody and takes half of the computing of the whole browser. Debian has it as a package of
 * its own, which it is named after.
 */
const SHELL = 'chromium-headless-shell'

const shells = [`/usr/lib/chromium/${SHELL}`, `/usr/bin/${SHELL}`]
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const firstOf = (places: readonly string[]): string | null => places.find(place => existsSync(place)) ?? null

/** A shell or browser that the environment names, or that is installed, the shell rather; `null` when there is none. */
export const installedChromium = (): string | null =>
  firstOf([process.env.KEYTURN_CHROMIUM ?? '', ...shells, ...browsers])

/** The Chromium for tests, installed when missing and allowed: the shell where the system has it, else the browser. */
export function findChromium(): string | null {
  const there = installedChromium()
  if (there && !browsers.includes(there)) return there
  const isInstalled = install(SHELL) || (!there && install('chromium'))
  return isInstalled ? installedChromium() : there
}
