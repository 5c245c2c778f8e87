import { existsSync } from 'node:fs'
import { install } from './system-packages.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium that is there; `null` when there is none. */
export const installedChromium = (): string | null =>
  [process.env.KEYTURN_CHROMIUM ?? '', ...places].find(place => place && existsSync(place)) ?? null

/** The Chromium of the system, installed when missing and allowed. */
export const findChromium = (): string | null =>
  installedChromium() ?? (install('chromium') ? installedChromium() : null)
