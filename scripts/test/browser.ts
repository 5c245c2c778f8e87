import { existsSync } from 'node:fs'
import { canInstall, install } from './system-packages.ts'

/** Debian's Chromium without windows, in which a page takes a tenth less computing. */
const WINDOWLESS = 'chromium-headless-shell'
const places = [`/usr/bin/${WINDOWLESS}`, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium that is there; `null` when there is none. */
export const installedChromium = (): string | null =>
  [process.env.KEYTURN_CHROMIUM ?? '', ...places].find(place => place && existsSync(place)) ?? null

/** The package of the system that a run installs for its browser tests, or goes without them; `null` when none is missing. */
export function missingChromium(): string | null {
  const [best] = places
  const installed = installedChromium()
  if (process.env.KEYTURN_CHROMIUM || installed === best) return installed ? null : 'chromium'
  if (canInstall()) return WINDOWLESS
  return installed ? null : 'chromium'
}

/** The Chromium of the system, installed when missing and allowed. Any is taken where the best one cannot be had. */
export const findChromium = (): string | null => {
  const missing = missingChromium()
  if (missing) install(missing)
  return installedChromium() ?? (install('chromium') ? installedChromium() : null)
}
