import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { reportError } from '../../../platform/web/errorReports.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { isPathHere } from '../../people/rules.ts'
import type { Notification as Notified } from '../contract.ts'
import { reportSeen } from './client.ts'
import { useOpen } from './useOpen.ts'

/** Says what comes while the window is open, and opens what was pressed outside of it. */
export function useNews(notifications: readonly Notified[] | undefined): void {
  const known = useRef<ReadonlySet<number> | null>(null)
  const open = useOpen()
  const say = useEffectEvent((one: Notified) => {
    notify(one.title.replace(/[.!?]?$/, '.'), { tone: 'info', action: { label: 'Open', run: () => open(one) } })
  })
  useEffect(() => {
    if (!notifications) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...notifications.map(({ id }) => id)])
    if (!before) return
    const fresh = notifications.filter(one => one.is_announced && one.read_at === null && !before.has(one.id))
    for (const one of fresh) say(one)
    // Only a window that somebody looks at has shown it to them.
    if (fresh.length > 0 && document.hasFocus()) void reportSeen(fresh.map(({ id }) => id))
  }, [notifications])
  useServiceWorker()
}

/** Goes where the service worker says when a notification was pressed; renews the subscription of this browser once. */
function useServiceWorker(): void {
  const router = useRouter()
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const follow = ({ data }: MessageEvent<{ kind?: string; path?: string }>) => {
      const { kind, path = '' } = data ?? {}
      if (kind === 'open-notification' && isPathHere(path)) router.history.push(path)
    }
    workers.addEventListener('message', follow)
    return () => workers.removeEventListener('message', follow)
  }, [router])
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    import('./renew.ts').then(({ renewOnce }) => renewOnce()).catch(reportError)
  }, [])
}
