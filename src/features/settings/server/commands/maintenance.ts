import { Refusal } from '../../../../platform/server/errors.ts'
import type { Guard } from '../../../../platform/server/http/authenticate.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { endOf, MAINTENANCE_MESSAGE, type MaintenanceWindow, phaseOf } from '../../rules.ts'
import { settingOf } from '../queries.ts'

/** What stays open to everybody: how to learn what is going on, how to get in or out, and the way out of e-mails. */
const OPEN_PATHS = /^(system\/status|login(\/.*)?|google|feature\/.*|unsubscribe\/.*)$/
/** The window is read at most this often by a process; its end is exact, its beginning this late. */
const KNOWN_FOR_MS = 1000

/** What people hear while maintenance is on, with its expected end. */
export function underMaintenance(window: MaintenanceWindow, now: Date): Refusal {
  const end = endOf(window)
  return new Refusal('maintenance', MAINTENANCE_MESSAGE, {
    data: { ends_at: instantText(end) },
    retryAfter: Math.ceil((end.getTime() - now.getTime()) / 1000),
  })
}

/** Keeps everybody but administrators out while maintenance is live. */
export function maintenanceGuard(): Guard {
  let known: { window: Awaited<ReturnType<typeof settingOf<'maintenance'>>>; until: number } | null = null
  return async (db, { viewer, path, now }) => {
    if (viewer?.rights.has('is_admin') || OPEN_PATHS.test(path)) return
    if (!known || known.until < performance.now()) {
      known = { window: await settingOf(db, 'maintenance'), until: performance.now() + KNOWN_FOR_MS }
    }
    const { window } = known
    if (window && phaseOf(window, now) === 'live') {
      throw underMaintenance(window, now)
    }
  }
}
