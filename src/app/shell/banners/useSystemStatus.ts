import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logoutForMaintenance } from '../../../features/people/web/client/viewer.ts'
import { type Maintenance, type SystemStatus, settingsCalls } from '../../../features/settings/contract.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { resembles, storage } from '../../../platform/web/storage.ts'
import { useSession } from '../session.ts'

/** As `systemStatus` of the settings has it, which is not part of the first script. */
const KEY = [settingsCalls.systemStatus.path, {}]
const STORED = 'system-status'
const CALM_MS = 60_000
const WAITING_MS = 5000
const calm: Pick<SystemStatus, 'maintenance' | 'notice'> = { maintenance: null, notice: null }
/** Browsers keep timers up to this long. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The state of the system, kept up to date: by the stream, each minute, and when a planned maintenance begins or ends. */
export function useSystemStatus(): Pick<SystemStatus, 'maintenance' | 'notice'> & { known: boolean } {
  const {
    data = calm,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => keep(await call(settingsCalls.systemStatus, {}, { signal })),
    meta: { topics: ['system'] },
    placeholderData: stored,
    // Whoever waits for the end of a maintenance is signed out and hears no stream.
    refetchInterval: ({ state }) => (state.data?.maintenance?.live ? WAITING_MS : CALM_MS),
  })
  const turn = nextTurn(data.maintenance)
  useEffect(() => {
    if (turn === null) return
    const wait = new Date(turn).getTime() - Date.now()
    if (wait <= 0 || wait > LONGEST_TIMER) return
    const timer = setTimeout(() => void refetch(), wait + 200)
    return () => clearTimeout(timer)
  }, [refetch, turn])
  return { maintenance: data.maintenance, notice: data.notice, known: !isPlaceholderData }
}

function keep(status: SystemStatus): SystemStatus {
  if (status.maintenance || status.notice !== null) storage.write(STORED, status)
  else storage.remove(STORED)
  return status
}

/** What was last known, so that a banner is there with the first paint and moves nothing when the answer arrives. */
function stored(): SystemStatus | undefined {
  const status = storage.read(STORED)
  if (!resembles<SystemStatus>(status, { version: '', maintenance: null, notice: null, has_api_docs: false }))
    return undefined
  if (!status.maintenance || new Date(status.maintenance.ends_at) > new Date()) return status
  return { ...status, maintenance: null }
}

const nextTurn = (maintenance: Maintenance | null): string | null =>
  maintenance && (maintenance.live ? maintenance.ends_at : maintenance.starts_at)

/** Signs everybody out when maintenance is live, except administrators, who may end it. */
export function useMaintenanceLogout(): void {
  const { maintenance, known } = useSystemStatus()
  const { authenticated, isAdmin } = useSession()
  const live = known && maintenance?.live === true
  useEffect(() => {
    if (live && authenticated && !isAdmin) void logoutForMaintenance()
  }, [live, authenticated, isAdmin])
}
