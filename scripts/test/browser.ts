import { existsSync } from 'node:fs'
import { install } from './system-packages.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The Chromium of the system, installed when missing and allowed. */
export function findChromium(): string | null {
  const found = () => [process.env.KEYTURN_CHROMIUM ?? '', ...places].find(place => place && existsSync(place)) ?? null
  return found() ?? (install('chromium') ? found() : null)
}
