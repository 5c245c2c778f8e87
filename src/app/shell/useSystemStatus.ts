import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logoutForMaintenance } from '../../features/people/web/signIn.ts'
import { type Maintenance, type SystemStatus, settingsCalls } from '../../features/settings/contract.ts'
import { call } from '../../platform/web/call.ts'
import { useLive } from '../../platform/web/live.ts'
import { useSession } from './session.ts'

const KEY = ['system', 'status']
const calm: Pick<SystemStatus, 'maintenance' | 'notice'> = { maintenance: null, notice: null }
/** Browsers keep timers up to this long. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The state of the system, kept up to date: by the stream, each minute, and when a planned maintenance begins or ends. */
export function useSystemStatus(): Pick<SystemStatus, 'maintenance' | 'notice'> {
  const queries = useQueryClient()
  const { data = calm } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(settingsCalls.systemStatus, {}, { signal }),
    refetchInterval: 60_000,
  })
  useLive('system', () => void queries.invalidateQueries({ queryKey: KEY }))
  const turn = nextTurn(data.maintenance)
  useEffect(() => {
    if (turn === null) return
    const wait = new Date(turn).getTime() - Date.now()
    if (wait <= 0 || wait > LONGEST_TIMER) return
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: KEY }), wait + 200)
    return () => clearTimeout(timer)
  }, [queries, turn])
  return data
}

const nextTurn = (maintenance: Maintenance | null): string | null =>
  maintenance && (maintenance.live ? maintenance.ends_at : maintenance.starts_at)

/** Signs everybody out when maintenance is live, except administrators, who may end it. */
export function useMaintenanceLogout(): void {
  const { maintenance } = useSystemStatus()
  const { authenticated, isAdmin } = useSession()
  const live = maintenance?.live === true
  useEffect(() => {
    if (live && authenticated && !isAdmin) void logoutForMaintenance()
  }, [live, authenticated, isAdmin])
}
